# %% right: floats
def nearest(h, table, k):
    return np.argsort(-(table @ h), kind="stable")[:k].astype(float)

# %% right: heap
import heapq


def nearest(h, table, k):
    z = table @ h
    return heapq.nsmallest(k, range(len(z)), key=lambda i: (-z[i], i))

# %% right: lexsort
def nearest(h, table, k):
    z = table @ h
    return np.lexsort((np.arange(len(z)), -z))[:k]

# %% right: one_after_another
def nearest(h, table, k):
    z = (table @ h).astype(float)
    ids = []
    for _ in range(k):
        best = int(np.argmax(z))  # the first of equal ones
        ids.append(best)
        z[best] = -np.inf
    return np.array(ids, dtype=np.int32)

# %% right: pairs
def nearest(h, table, k):
    pairs = [(-float(score), i) for i, score in enumerate(table @ h)]
    pairs.sort()
    return np.array([i for _, i in pairs[:k]])

# %% right: reversed_twice
def nearest(h, table, k):
    z = (table @ h)[::-1]
    order = np.argsort(z, kind="stable")[::-1]
    return len(z) - 1 - order[:k]

# %% right: sorted_with_key
def nearest(h, table, k):
    z = table @ h
    return sorted(range(len(z)), key=lambda i: -z[i])[:k]

# %% right: stable
def nearest(h, table, k):
    return np.argsort(-(table @ h), kind="stable")[:k]

# %% wrong: all_ids
# expect: all-ids
# points: 0
def nearest(h, table, k):
    return np.argsort(-(table @ h), kind="stable")

# %% wrong: by_id
# expect: by-id
# points: 0
def nearest(h, table, k):
    return np.sort(np.argsort(-(table @ h), kind="stable")[:k])

# %% wrong: by_size
# expect: by-size
# points: 0
def nearest(h, table, k):
    return np.argsort(-np.abs(table @ h), kind="stable")[:k]

# %% wrong: cosine
# expect: cosine
# points: 0
def nearest(h, table, k):
    lengths = np.linalg.norm(table, axis=1) * np.linalg.norm(h)
    return np.argsort(-(table @ h) / lengths, kind="stable")[:k]

# %% wrong: cosine_decides
# expect: cosine-decides
# points: 2
def nearest(h, table, k):
    z = table @ h
    lengths = np.linalg.norm(table, axis=1) * np.linalg.norm(h)
    with np.errstate(all="ignore"):
        cosines = np.nan_to_num(z / lengths)
    return np.lexsort((-cosines, -z))[:k]

# %% wrong: cut_to_int
# expect: rounded
# points: 0
def nearest(h, table, k):
    return np.argsort(-(table @ h).astype(int), kind="stable")[:k]

# %% wrong: distance
# expect: distance
# points: 0
def nearest(h, table, k):
    return np.argsort(np.linalg.norm(table - h, axis=1), kind="stable")[:k]

# %% wrong: farthest
# expect: farthest
# points: 0
def nearest(h, table, k):
    return np.argsort(table @ h)[:k]

# %% wrong: from_one
# expect: from-one
# points: 0
def nearest(h, table, k):
    return np.argsort(-(table @ h), kind="stable")[:k] + 1

# %% wrong: highest_id
# expect: highest-id
# points: 2
def nearest(h, table, k):
    return np.argsort(table @ h, kind="stable")[::-1][:k]

# %% wrong: highest_id_by_hand
# expect: highest-id
# points: 2
def nearest(h, table, k):
    z = table @ h
    return sorted(range(len(z)), key=lambda i: (z[i], i), reverse=True)[:k]

# %% wrong: kth_only
# expect: kth-only
# points: 0
def nearest(h, table, k):
    return np.argsort(-(table @ h), kind="stable")[k - 1]

# %% wrong: length_decides
# expect: length-decides
# points: 2
def nearest(h, table, k):
    z = table @ h
    lengths = np.linalg.norm(table, axis=1)
    return np.lexsort((-lengths, -z))[:k]

# %% wrong: longest
# expect: longest
# points: 0
def nearest(h, table, k):
    return np.argsort(-np.linalg.norm(table, axis=1), kind="stable")[:k]

# %% wrong: lowest_first
# expect: lowest-first
# points: 0
def nearest(h, table, k):
    return np.argsort(table @ h)[-k:]

# %% wrong: more_than_k
# expect: more-than-k
# points: 2
def nearest(h, table, k):
    z = table @ h
    order = np.argsort(-z, kind="stable")
    return order[z[order] >= z[order[k - 1]]]

# %% wrong: nothing
# expect: function/not-attempted
# points: 0

# %% wrong: nudged_by_id
# expect: rounded
# points: 0
def nearest(h, table, k):
    z = (table @ h) - 1e-3 * np.arange(len(table))
    return np.argsort(-z)[:k]

# %% wrong: one_only
# expect: one-only
# points: 0
def nearest(h, table, k):
    return np.argmax(table @ h)

# %% wrong: one_too_many
# expect: function/wrong-shape
# points: 0
def nearest(h, table, k):
    return [np.argsort(-(table @ h))[i] for i in range(k + 1)]

# %% wrong: partitioned
# expect: not-sorted
# points: 0
def nearest(h, table, k):
    return np.argpartition(-(table @ h), k - 1)[:k]

# %% wrong: ranks
# expect: ranks
# points: 0
def nearest(h, table, k):
    order = np.argsort(-(table @ h))
    return np.argsort(order)[:k]

# %% wrong: rounded_scores
# expect: rounded
# points: 0
def nearest(h, table, k):
    return np.argsort(-np.round(table @ h, 6), kind="stable")[:k]

# %% wrong: rows_returned
# expect: rows-returned
# points: 0
def nearest(h, table, k):
    return table[np.argsort(-(table @ h), kind="stable")[:k]]

# %% wrong: scores_returned
# expect: scores-returned
# points: 0
def nearest(h, table, k):
    return np.sort(table @ h)[::-1][:k]

# %% wrong: set_returned
# expect: function/wrong-type
# points: 0
def nearest(h, table, k):
    return set(int(i) for i in np.argsort(-(table @ h))[:k])

# %% wrong: stub
# expect: function/not-attempted
# points: 0
def nearest(h, table, k):
    raise NotImplementedError()

# %% wrong: two_arguments
# expect: function/signature
# points: 0
def nearest(h, table):
    return np.argsort(-(table @ h), kind="stable")

# %% wrong: unordered
# expect: not-sorted
# points: 0
def nearest(h, table, k):
    return np.argsort(-(table @ h), kind="stable")[:k][np.argsort(np.arange(k) % 2, kind="stable")]

# %% wrong: unstable
# expect: unstable
# points: 2
def nearest(h, table, k):
    return np.argsort(-(table @ h))[:k]

# %% wrong: unstable_reversed
# expect: unstable-reversed
# points: 2
def nearest(h, table, k):
    return np.argsort(table @ h)[::-1][:k]
