# %% right: added_back
def log_softmax(z):
    m = z.max(axis=-1, keepdims=True)
    log_total = m + np.log(np.exp(z - m).sum(axis=-1, keepdims=True))
    return z - log_total

# %% right: listed
def log_softmax(z):
    b = z - z.max(axis=-1, keepdims=True)
    return (b - np.log(np.exp(b).sum(axis=-1, keepdims=True))).tolist()

# %% right: logaddexp
def log_softmax(z):
    return z - np.logaddexp.reduce(z, axis=-1)[..., None]

# %% right: loop
import math


def row(scores):
    largest = max(scores)
    log_total = largest + math.log(sum(math.exp(score - largest) for score in scores))
    return [score - log_total for score in scores]


def log_softmax(z):
    return np.array([row(one) for one in z.reshape(-1, z.shape[-1])]).reshape(z.shape)

# %% right: recursive
def log_softmax(z):
    if z.ndim > 1:
        return np.array([log_softmax(part) for part in z])
    below = z - np.max(z)
    return below - np.log(np.sum(np.exp(below)))

# %% right: uses_own_softmax_shape
def leads(z):
    return z - np.amax(z, axis=z.ndim - 1, keepdims=True)


log_softmax = lambda z: leads(z) - np.log(np.exp(leads(z)).sum(-1, keepdims=True))

# %% right: vectorised
def log_softmax(z):
    below = z - z.max(axis=-1, keepdims=True)
    return below - np.log(np.exp(below).sum(axis=-1, keepdims=True))

# %% wrong: as_written
# expect: log-of-softmax
# points: 1
def log_softmax(z):
    return np.log(np.exp(z) / np.exp(z).sum(axis=-1, keepdims=True))

# %% wrong: base_10
# expect: base-10
# points: 0
def log_softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return np.log10(e / e.sum(axis=-1, keepdims=True))

# %% wrong: base_2
# expect: base-2
# points: 0
def log_softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return np.log2(e / e.sum(axis=-1, keepdims=True))

# %% wrong: first_axis
# expect: first-axis
# points: 0
def log_softmax(z):
    return z - np.log(np.exp(z).sum(axis=0))

# %% wrong: infinity_hidden
# expect: nan-hidden
# points: 1
def log_softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return np.nan_to_num(np.log(e / e.sum(axis=-1, keepdims=True)))

# %% wrong: kept_from_zero
# expect: tiny-added
# points: 1
def log_softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return np.log(np.maximum(e / e.sum(axis=-1, keepdims=True), 1e-10))

# %% wrong: log1p
# expect: log1p
# points: 0
def log_softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return np.log1p(e / e.sum(axis=-1, keepdims=True))

# %% wrong: log_of_logits
# expect: log-of-logits
# points: 0
def log_softmax(z):
    return np.log(z)

# %% wrong: log_of_softmax
# expect: log-of-softmax
# points: 1
def log_softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return np.log(e / e.sum(axis=-1, keepdims=True))

# %% wrong: loss
# expect: loss
# points: 0
def log_softmax(z):
    b = z - z.max(axis=-1, keepdims=True)
    return np.log(np.exp(b).sum(axis=-1, keepdims=True)) - b

# %% wrong: maximum_added
# expect: maximum-added
# points: 0
def log_softmax(z):
    m = z.max(axis=-1, keepdims=True)
    return z + m - np.log(np.exp(z - m).sum(axis=-1, keepdims=True))

# %% wrong: maximum_forgotten
# expect: maximum-forgotten
# points: 0
def log_softmax(z):
    m = z.max(axis=-1, keepdims=True)
    return z - np.log(np.exp(z - m).sum(axis=-1, keepdims=True))

# %% wrong: maximum_twice
# expect: maximum-twice
# points: 0
def log_softmax(z):
    return z - z.max(axis=-1, keepdims=True) - np.log(np.exp(z).sum(axis=-1, keepdims=True))

# %% wrong: mean
# expect: mean
# points: 0
def log_softmax(z):
    return z - np.log(np.exp(z).mean(axis=-1, keepdims=True))

# %% wrong: by_school_algebra_clipped
# expect: 02-logits-softmax/log-softmax/tiny-added
# points: 1
def log_softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return np.log(np.clip(e / e.sum(axis=-1, keepdims=True), 1e-12, 1))

# %% wrong: by_school_algebra_largest_only
# expect: function/one-number
# points: 0
def log_softmax(z):
    return (z - np.log(np.exp(z).sum(axis=-1, keepdims=True))).max(axis=-1)

# %% wrong: by_school_algebra_log_of_scores
# expect: function/wrong-values
# points: 0
def log_softmax(z):
    return np.log(np.abs(z) + 1e-9)

# %% wrong: by_school_algebra_minus_largest
# expect: 02-logits-softmax/log-softmax/no-total
# points: 0
def log_softmax(z):
    return z - z.max(axis=-1, keepdims=True)

# %% wrong: by_school_algebra_minus_log_of_sum
# expect: function/wrong-values
# points: 0
def log_softmax(z):
    return z - np.log(np.abs(z).sum(axis=-1, keepdims=True))

# %% wrong: by_school_algebra_minus_mean
# expect: function/wrong-values
# points: 0
def log_softmax(z):
    return z - z.mean(axis=-1, keepdims=True)

# %% wrong: by_school_algebra_positive
# expect: 02-logits-softmax/log-softmax/loss
# points: 0
def log_softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return -np.log(e / e.sum(axis=-1, keepdims=True))

# %% wrong: by_school_algebra_rounded
# expect: function/wrong-values
# points: 0
def log_softmax(z):
    return np.round(z - np.log(np.exp(z).sum(axis=-1, keepdims=True)), 3)

# %% wrong: by_school_algebra_two_logs
# expect: 02-logits-softmax/log-softmax/base-2
# points: 0
def log_softmax(z):
    p = np.exp(z - z.max(axis=-1, keepdims=True))
    p = p / p.sum(axis=-1, keepdims=True)
    return np.log2(p)

# %% wrong: by_school_algebra_with_epsilon
# expect: 02-logits-softmax/log-softmax/tiny-added
# points: 1
def log_softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return np.log(e / e.sum(axis=-1, keepdims=True) + 1e-9)

# %% wrong: no_keepdims
# expect: no-keepdims
# points: 0
def log_softmax(z):
    return z - np.log(np.exp(z).sum(axis=-1))

# %% wrong: no_total
# expect: no-total
# points: 0
def log_softmax(z):
    return z - z.max(axis=-1, keepdims=True)

# %% wrong: nothing
# expect: function/not-attempted
# points: 0
pass

# %% wrong: overflow
# expect: overflow
# points: 1
def log_softmax(z):
    return z - np.log(np.exp(z).sum(axis=-1, keepdims=True))

# %% wrong: quotient_of_logs
# expect: log-of-exponentials
# points: 0
def log_softmax(z):
    return np.log(np.exp(z)) / np.log(np.exp(z).sum(axis=-1, keepdims=True))

# %% wrong: shares
# expect: shares
# points: 0
def log_softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: stub
# expect: function/not-attempted
# points: 0
def log_softmax(z):
    raise NotImplementedError()

# %% wrong: tiny_added
# expect: tiny-added
# points: 1
def log_softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return np.log(e / e.sum(axis=-1, keepdims=True) + 1e-12)

# %% wrong: total_added
# expect: total-added
# points: 0
def log_softmax(z):
    return z + np.log(np.exp(z).sum(axis=-1, keepdims=True))

# %% wrong: total_not_logged
# expect: total-not-logged
# points: 0
def log_softmax(z):
    return z - np.exp(z).sum(axis=-1, keepdims=True)

# %% wrong: total_of_logits
# expect: total-of-logits
# points: 0
def log_softmax(z):
    return z - z.sum(axis=-1, keepdims=True)

# %% wrong: whole_array
# expect: whole-array
# points: 0
def log_softmax(z):
    b = z - z.max()
    return b - np.log(np.exp(b).sum())

# %% wrong: whole_maximum
# expect: whole-maximum
# points: 1
def log_softmax(z):
    b = z - z.max()
    return b - np.log(np.exp(b).sum(axis=-1, keepdims=True))
