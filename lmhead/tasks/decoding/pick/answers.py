# %% right: bisect
import bisect
import itertools


def intervals(p):
    ends = list(itertools.accumulate(p))
    return list(zip([0, *ends[:-1]], ends))


def pick(p, u):
    k = bisect.bisect_right(list(itertools.accumulate(p)), u)
    while k >= len(p) or p[k] == 0:
        k -= 1
    return k

# %% right: by_intervals
def intervals(p):
    cuts = np.concatenate([[0.0], np.cumsum(p)])
    return np.column_stack([cuts[:-1], cuts[1:]])


def pick(p, u):
    rows = intervals(p)
    rows[np.flatnonzero(p)[-1] :, 1] = 1.0
    inside = (rows[:, 0] <= u) & (u < rows[:, 1])
    return int(np.argmax(inside))

# %% right: counts_the_ends_passed
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)



def pick(p, u):
    passed = int((np.cumsum(p) <= u).sum())
    while passed == len(p) or p[passed] == 0:
        passed -= 1
    return passed

# %% right: digitize
intervals = lambda p: np.cumsum(p)[:, None] - np.outer(p, [1, 0])


def pick(p: np.ndarray, u: float, *, shares_only: bool = True) -> int:
    with_share = np.flatnonzero(p)
    k = np.digitize(u, np.cumsum(p[with_share]))
    return int(with_share[min(k, len(with_share) - 1)])

# %% right: lists_and_tuples
from itertools import accumulate


def intervals(p):
    ends = list(accumulate(float(share) for share in p))
    return list(zip([0.0] + ends[:-1], ends))


def pick(p, u):
    for k, (start, end) in enumerate(intervals(p)):
        if start <= u < end:
            return k
    return max(k for k in range(len(p)) if p[k] > 0)

# %% right: loop
def intervals(p):
    rows, start = [], 0.0
    for share in p:
        rows.append([start, start + share])
        start += share
    return np.array(rows)


def pick(p, u):
    last = None
    end = 0.0
    for k, share in enumerate(p):
        end += share
        if share > 0:
            last = k
            if u < end:
                return k
    return last

# %% right: normalised
def intervals(p):
    ends = np.cumsum(p) / np.sum(p)
    return np.array([np.r_[0, ends[:-1]], ends]).T


def pick(p, u):
    ends = np.cumsum(p, dtype=float)
    return int(np.searchsorted(ends / ends[-1], u, side="right"))

# %% right: searchsorted
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    k = np.searchsorted(np.cumsum(p), u, side="right")
    return min(k, np.flatnonzero(p)[-1])

# %% right: single_precision
def intervals(p):
    ends = np.cumsum(p, dtype=np.float32)
    return np.column_stack([np.append(np.float32(0), ends[:-1]), ends])


def pick(p, u):
    matches = [k for k in range(len(p)) if p[k] > 0 and u < p[: k + 1].sum()]
    return matches[0] if matches else np.nonzero(p)[0][-1]

# %% right: taken_away
def intervals(p):
    rows = np.zeros((len(p), 2))
    rows[:, 1] = np.cumsum(p)
    rows[1:, 0] = rows[:-1, 1]
    return rows


def pick(p, u):
    last = None
    for k, share in enumerate(p):
        if u < share:
            return k
        if share > 0:
            last = k
        u = u - share
    return last

# %% wrong: argmax_of_false
# expect: first-at-the-end
# points: 3
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    return np.argmax(u < np.cumsum(p))

# %% wrong: arguments
# expect: function/signature
# points: 1
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p):
    return 0

# %% wrong: by_rank
# expect: sorted
# points: 1
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    order = np.argsort(-p, kind='stable')
    return order[np.searchsorted(np.cumsum(p[order]), u, side='right')]

# %% wrong: clipped
# expect: last-without-share
# points: 3
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    return min(np.searchsorted(np.cumsum(p), u, side='right'), len(p) - 1)

# %% wrong: cuts
# expect: cuts-only
# points: 3
def intervals(p):
    return np.concatenate([[0], np.cumsum(p)])


def pick(p, u):
    k = np.searchsorted(np.cumsum(p), u, side="right")
    return min(k, np.flatnonzero(p)[-1])

# %% wrong: ends_only
# expect: ends-only
# points: 3
def intervals(p):
    return np.cumsum(p)


def pick(p, u):
    k = np.searchsorted(np.cumsum(p), u, side="right")
    return min(k, np.flatnonzero(p)[-1])

# %% wrong: equal
# expect: equal-intervals
# points: 1
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    return int(u * len(p))

# %% wrong: falls_through
# expect: nothing-at-the-end
# points: 3
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    end = 0
    for k, share in enumerate(p):
        end += share
        if u < end:
            return k

# %% wrong: flat
# expect: function/wrong-shape
# points: 3
def intervals(p):
    ends = np.cumsum(p)
    return np.concatenate([ends - p, ends])


def pick(p, u):
    k = np.searchsorted(np.cumsum(p), u, side="right")
    return min(k, np.flatnonzero(p)[-1])

# %% wrong: from_one
# expect: counted-from-1
# points: 1
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    return np.searchsorted(np.cumsum(p), u, side='right') + 1

# %% wrong: from_the_end
# expect: from-the-end
# points: 1
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    return len(p) - 1 - np.searchsorted(np.cumsum(p[::-1]), u, side='right')

# %% wrong: from_zero
# expect: all-from-zero
# points: 3
def intervals(p):
    return np.array([[0, share] for share in p])


def pick(p, u):
    k = np.searchsorted(np.cumsum(p), u, side="right")
    return min(k, np.flatnonzero(p)[-1])

# %% wrong: largest
# expect: largest
# points: 1
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    return np.argmax(p)

# %% wrong: left
# expect: cut-to-the-left
# points: 3
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    ends = np.cumsum(p)
    ends[-1] = 1
    k = np.searchsorted(ends, u)
    return min(k, np.flatnonzero(p)[-1])

# %% wrong: left_and_past
# expect: cut-to-the-left
# points: 2
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    return np.searchsorted(np.cumsum(p), u)

# %% wrong: lengths
# expect: lengths
# points: 3
def intervals(p):
    return np.column_stack([np.cumsum(p) - p, p])


def pick(p, u):
    k = np.searchsorted(np.cumsum(p), u, side="right")
    return min(k, np.flatnonzero(p)[-1])

# %% wrong: nearest
# expect: nearest-share
# points: 1
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    return np.argmin(np.abs(p - u))

# %% wrong: nearest_cut
# expect: nearest-cut
# points: 1
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    return np.abs(np.cumsum(p) - u).argmin()

# %% wrong: neighbours
# expect: shares-not-summed
# points: 3
def intervals(p):
    return np.array([[p[k - 1] if k else 0, p[k]] for k in range(len(p))])


def pick(p, u):
    k = np.searchsorted(np.cumsum(p), u, side="right")
    return min(k, np.flatnonzero(p)[-1])

# %% wrong: next_fails
# expect: function/raised-at
# points: 3
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    ends = np.cumsum(p)
    return next(k for k in range(len(p)) if u < ends[k])

# %% wrong: not_summed
# expect: not-summed
# points: 1
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    for k in range(len(p)):
        if u < p[k]:
            return k
    return len(p) - 1

# %% wrong: nothing
# expect: function/not-attempted
# points: 0
def intervals(p):
    raise NotImplementedError()


def pick(p, u):
    raise NotImplementedError()

# %% wrong: one_before
# expect: interval-before
# points: 1
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    return max(0, np.searchsorted(np.cumsum(p), u, side='right') - 1)

# %% wrong: own_numbers
# expect: u-ignored
# points: 1
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    return int(np.random.default_rng(0).choice(len(p), p=p))

# %% wrong: past
# expect: past-the-end
# points: 3
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    return np.searchsorted(np.cumsum(p), u, side='right')

# %% wrong: rank
# expect: rank-not-id
# points: 1
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    return np.searchsorted(np.cumsum(sorted(p, reverse=True)), u, side='right')

# %% wrong: rounded
# expect: equal-intervals
# points: 1
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    return round(u * (len(p) - 1))

# %% wrong: sorted
# expect: sorted
# points: 3
def intervals(p):
    q = np.sort(p)[::-1]
    ends = np.cumsum(q)
    return np.stack([ends - q, ends], axis=1)


def pick(p, u):
    k = np.searchsorted(np.cumsum(p), u, side="right")
    return min(k, np.flatnonzero(p)[-1])

# %% wrong: starts_only
# expect: starts-only
# points: 3
def intervals(p):
    return np.cumsum(p) - p


def pick(p, u):
    k = np.searchsorted(np.cumsum(p), u, side="right")
    return min(k, np.flatnonzero(p)[-1])

# %% wrong: transposed
# expect: rows-and-columns
# points: 3
def intervals(p):
    ends = np.cumsum(p)
    return np.array([ends - p, ends])


def pick(p, u):
    k = np.searchsorted(np.cumsum(p), u, side="right")
    return min(k, np.flatnonzero(p)[-1])

# %% wrong: u_as_seed
# expect: not-in-order
# points: 1
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    return int(np.random.default_rng(int(1000 * u)).choice(len(p), p=p))

# %% wrong: zero_first
# expect: zero-to-the-first
# points: 3
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    if u == 0:
        return 0
    k = np.searchsorted(np.cumsum(p), u, side='right')
    return min(k, np.flatnonzero(p)[-1])
