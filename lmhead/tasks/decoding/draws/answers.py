# %% right: a_list
from bisect import bisect_right


def draws(p, rng, size):
    ends = np.cumsum(p).tolist()
    return [bisect_right(ends, u) for u in rng.random(size)]

# %% right: broadcast
def draws(p, rng, size):
    u = rng.random((size, 1))
    return (u >= np.cumsum(p)).sum(axis=1)

# %% right: choice
def draws(p, rng, size):
    return rng.choice(len(p), size=size, p=p)

# %% right: exponential_race
import functools


def race(p, rng, size, times=None):
    with np.errstate(divide="ignore"):
        return (rng.exponential(size=(size, len(p))) / p).argmin(axis=1)


draws = functools.partial(race, times=1)

# %% right: gumbel
def draws(p, rng, size):
    with np.errstate(divide="ignore"):
        z = np.log(p)
    return np.argmax(z + rng.gumbel(size=(size, len(p))), axis=1)

# %% right: loop
def pick(p, u):
    return int((np.cumsum(p) <= u).sum())


def draws(p, rng, size):
    return np.array([pick(p, rng.random()) for _ in range(size)])

# %% right: multinomial
def draws(p, rng, size):
    ids = np.repeat(np.arange(len(p)), rng.multinomial(size, p))
    rng.shuffle(ids)
    return ids

# %% right: rejected
def draws(p: np.ndarray, rng: np.random.Generator, size: int = 1) -> list:
    words = []
    while len(words) < size:
        offered = rng.integers(len(p), size=size)
        words += offered[rng.random(size) * p.max() < p[offered]].tolist()
    return words[:size]

# %% right: searchsorted
def draws(p, rng, size):
    return np.searchsorted(np.cumsum(p), rng.random(size), side='right')

# %% right: small_integers
def draws(p, rng, size):
    ends = np.cumsum(p)
    ends[-1] = 1
    return np.digitize(rng.random(size), ends).astype(np.uint8)

# %% wrong: argmax
# expect: all-alike
# points: 0
def draws(p, rng, size):
    return np.full(size, np.argmax(p))

# %% wrong: best_three
# expect: best-three
# points: 0
def draws(p, rng, size):
    q = np.where(p >= np.sort(p)[-min(3, len(p))], p, 0)
    return rng.choice(len(p), size, p=q / q.sum())

# %% wrong: best_two
# expect: best-few
# points: 0
def draws(p, rng, size):
    q = np.where(p >= np.sort(p)[-min(2, len(p))], p, 0)
    return rng.choice(len(p), size, p=q / q.sum())

# %% wrong: equal_steps
# expect: counts-fixed
# points: 0
def draws(p, rng, size):
    cuts = np.cumsum(p)
    u = (rng.random() + np.arange(size) / size) % 1
    return np.minimum(np.searchsorted(cuts, u, side="right"), np.flatnonzero(p)[-1])

# %% wrong: equal_steps_shuffled
# expect: counts-fixed
# points: 0
def draws(p, rng, size):
    cuts = np.cumsum(p)
    u = rng.permutation((rng.random() + np.arange(size)) / size)
    return np.minimum(np.searchsorted(cuts, u, side="right"), np.flatnonzero(p)[-1])

# %% wrong: fixed_seed
# expect: same-every-time
# points: 1
def draws(p, rng, size):
    rng = np.random.default_rng(0)
    return rng.choice(len(p), size=size, p=p)

# %% wrong: from_one
# expect: counted-from-1
# points: 0
def draws(p, rng, size):
    return np.searchsorted(np.cumsum(p), rng.random(size), side='right') + 1

# %% wrong: global_generator
# expect: own-generator
# points: 1
def draws(p, rng, size):
    return np.random.choice(len(p), size=size, p=p)

# %% wrong: huge_ids
# expect: all-alike
# points: 0
def draws(p, rng, size):
    return np.full(size, 10**8)

# %% wrong: hundredths
# expect: other-counts
# points: 0
def draws(p, rng, size):
    cuts = np.cumsum(p)
    u = rng.integers(0, 100, size) / 100
    return np.minimum(np.searchsorted(cuts, u, side="right"), np.flatnonzero(p)[-1])

# %% wrong: mirrored
# expect: dependent
# points: 0
def draws(p, rng, size):
    cuts = np.cumsum(p)
    u = np.repeat(rng.random(size), 2)[:size]
    return np.minimum(np.searchsorted(cuts, u, side="right"), np.flatnonzero(p)[-1])

# %% wrong: noise
# expect: other-counts
# points: 0
def draws(p, rng, size):
    return np.argmax(p + 0.3 * rng.normal(size=(size, len(p))), axis=1)

# %% wrong: nothing
# expect: function/not-attempted
# points: 0
def draws(p, rng, size):
    raise NotImplementedError()

# %% wrong: one_as_int
# expect: 04-decoding/common/not-ids
# points: 0
def draws(p, rng, size):
    ids = rng.choice(len(p), size, p=p)
    return int(ids[0]) if size == 1 else ids

# %% wrong: one_id
# expect: 04-decoding/common/not-ids
# points: 0
def draws(p, rng, size):
    return int(rng.choice(len(p), p=p))

# %% wrong: one_number
# expect: all-alike
# points: 0
def draws(p, rng, size):
    u = rng.random()
    return np.full(size, np.searchsorted(np.cumsum(p), u, side='right'))

# %% wrong: own_generator
# expect: own-generator
# points: 1
def draws(p, rng, size):
    rng = np.random.default_rng()
    return rng.choice(len(p), size=size, p=p)

# %% wrong: rank
# expect: rank-not-id
# points: 0
def draws(p, rng, size):
    return np.searchsorted(np.cumsum(np.sort(p)[::-1]), rng.random(size), side='right')

# %% wrong: reversed
# expect: order-turned
# points: 0
def draws(p, rng, size):
    return len(p) - 1 - np.searchsorted(np.cumsum(p), rng.random(size), side='right')

# %% wrong: softmax_again
# expect: softmax-again
# points: 0
def draws(p, rng, size):
    e = np.exp(p)
    return rng.choice(len(p), size, p=e / e.sum())

# %% wrong: sorted
# expect: dependent
# points: 0
def draws(p, rng, size):
    cuts = np.cumsum(p)
    u = rng.random(size)
    return np.sort(np.minimum(np.searchsorted(cuts, u, side="right"), np.flatnonzero(p)[-1]))

# %% wrong: squared
# expect: squared
# points: 0
def draws(p, rng, size):
    q = p * p
    return rng.choice(len(p), size, p=q / q.sum())

# %% wrong: the_numbers
# expect: 04-decoding/common/not-ids
# points: 0
def draws(p, rng, size):
    return rng.random(size)

# %% wrong: too_many
# expect: wrong-size
# points: 0
def draws(p, rng, size):
    return rng.choice(len(p), size=size + 1, p=p)

# %% wrong: two_decimals
# expect: other-counts
# points: 0
def draws(p, rng, size):
    cuts = np.cumsum(p)
    u = np.minimum(rng.random(size).round(2), 0.99)
    return np.minimum(np.searchsorted(cuts, u, side="right"), np.flatnonzero(p)[-1])

# %% wrong: uniform
# expect: equal-shares
# points: 0
def draws(p, rng, size):
    return rng.integers(len(p), size=size)

# %% wrong: yields
# expect: function/returned-iterator
# points: 0
def draws(p, rng, size):
    for u in rng.random(size):
        yield int(np.searchsorted(np.cumsum(p), u, side='right'))
