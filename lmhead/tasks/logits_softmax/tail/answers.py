# %% right: any_shape
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    order = np.sort(softmax(z), axis=-1)
    return order[..., : order.shape[-1] - k].sum(-1)

# %% right: by_place
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    p = softmax(z)
    place = np.argsort(np.argsort(-z, axis=-1), axis=-1)
    return np.where(place >= k, p, 0).sum(axis=-1)

# %% right: cumulative
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    p = np.sort(softmax(z))[:, ::-1]
    c = np.concatenate([np.zeros((len(p), 1)), p.cumsum(axis=1)], axis=1)
    return 1.0 - c[:, k]

# %% right: largest_first
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    return -np.sort(-softmax(z), axis=-1)[:, k:].sum(axis=-1)

# %% right: loop
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    found = []
    for row in softmax(z):
        rest = sorted(row, reverse=True)[k:]
        found.append(float(sum(rest)))
    return np.array(found)

# %% right: one_minus
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    p = np.sort(softmax(z), axis=-1)[:, ::-1]
    return 1 - p[:, :k].sum(axis=-1)

# %% right: sorted
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    smallest_first = np.sort(softmax(z), axis=-1)
    return smallest_first[:, : z.shape[-1] - k].sum(axis=-1)

# %% right: sum_of_the_rest
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    # At k = V nothing is left, and Python's sum of nothing is the integer 0.
    return np.array([sum(sorted(row, reverse=True)[k:]) for row in softmax(z)])

# %% right: take_along
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    p = softmax(z)
    order = np.argsort(p, axis=-1)[:, : p.shape[-1] - k]
    return np.take_along_axis(p, order, axis=-1).sum(axis=-1)

# %% wrong: all_positions
# expect: function/one-number
# points: 0
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    return np.sort(softmax(z), axis=-1)[:, : z.shape[-1] - k].sum()

# %% wrong: counted
# expect: counted
# points: 0
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    return np.full(len(z), (z.shape[1] - k) / z.shape[1])

# %% wrong: end_raises
# expect: function/raised-at
# points: 2
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    p = np.sort(softmax(z), axis=-1)[:, ::-1]
    if not 0 < k < p.shape[-1]:
        raise ValueError("k is out of range")
    return p[:, k:].sum(axis=-1)

# %% wrong: list_of_shares
# expect: list-of-shares
# points: 0
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    return np.sort(softmax(z), axis=-1)[:, ::-1][:, k:]

# %% wrong: logits_added
# expect: logits-added
# points: 0
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    return np.sort(z, axis=-1)[:, ::-1][:, k:].sum(axis=-1)

# %% wrong: lowest_left_out
# expect: lowest-left-out
# points: 0
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    return np.sort(softmax(z), axis=-1)[:, k:].sum(axis=-1)

# %% wrong: mean
# expect: mean
# points: 0
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    return np.sort(softmax(z), axis=-1)[:, ::-1][:, k:].mean(axis=-1)

# %% wrong: minus_zero
# expect: minus-zero
# points: 2
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    return np.sort(softmax(z), axis=-1)[:, :-k].sum(axis=-1)

# %% wrong: minus_zero_top
# expect: minus-zero
# points: 2
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    return 1 - np.sort(softmax(z), axis=-1)[:, -k:].sum(axis=-1)

# %% wrong: next_alone
# expect: next-alone
# points: 0
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    return -np.sort(-softmax(z), axis=-1)[:, k]

# %% wrong: not_divided
# expect: not-divided
# points: 0
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    return np.sort(np.exp(z), axis=-1)[:, ::-1][:, k:].sum(axis=-1)

# %% wrong: nothing
# expect: function/not-attempted
# points: 0
pass

# %% wrong: one_too_few
# expect: one-too-few
# points: 0
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    return -np.sort(-softmax(z), axis=-1)[:, k - 1 :].sum(axis=-1)

# %% wrong: one_too_many
# expect: one-too-many
# points: 0
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    return -np.sort(-softmax(z), axis=-1)[:, k + 1 :].sum(axis=-1)

# %% wrong: percent
# expect: percent
# points: 0
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    return 100 * np.sort(softmax(z), axis=-1)[:, : z.shape[-1] - k].sum(axis=-1)

# %% wrong: stub
# expect: function/not-attempted
# points: 0
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    raise NotImplementedError()

# %% wrong: ties_dropped
# expect: ties-dropped
# points: 0
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    p = softmax(z)
    kth = np.sort(p, axis=-1)[:, -k][:, None]
    return np.where(p < kth, p, 0).sum(axis=-1)

# %% wrong: top_share
# expect: top-share
# points: 0
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    return np.sort(softmax(z), axis=-1)[:, -k:].sum(axis=-1)

# %% wrong: vocabulary_order
# expect: vocabulary-order
# points: 0
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    return softmax(z)[:, k:].sum(axis=-1)

# %% wrong: vocabulary_order_last
# expect: vocabulary-order
# points: 0
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    return softmax(z)[:, :-k].sum(axis=-1)

# %% wrong: whole_array
# expect: whole-array
# points: 0
def tail(z, k):
    p = np.exp(z - z.max())
    p = p / p.sum()
    return np.sort(p, axis=-1)[:, ::-1][:, k:].sum(axis=-1)
