# %% right: apply_along
def one(row):
    e = np.exp(row - np.max(row))
    return e / np.sum(e)


def softmax(z):
    return np.apply_along_axis(one, -1, z)

# %% right: by_logarithm
def softmax(z):
    m = np.max(z, axis=-1, keepdims=True)
    below = z - m
    return np.exp(below - np.log(np.exp(below).sum(axis=-1, keepdims=True)))

# %% right: copy_then_in_place
def softmax(z):
    p = z.astype(float if z.dtype.kind in "iu" else z.dtype)  # a copy
    p -= p.max(axis=-1, keepdims=True)
    np.exp(p, out=p)
    p /= p.sum(axis=-1, keepdims=True)
    return p

# %% right: differences
def softmax(z):
    leads = z[..., None, :] - z[..., :, None]
    with np.errstate(invalid="ignore", over="ignore"):
        total = np.exp(np.where(np.isneginf(z)[..., None, :], -np.inf, leads)).sum(axis=-1)
    return np.where(np.isneginf(z), 0, 1 / total).astype(np.result_type(z, np.float32) if z.dtype == np.float32 else float)

# %% right: logaddexp
def softmax(z):
    total = np.logaddexp.reduce(z, axis=-1, keepdims=True)
    return np.exp(z - total)

# %% right: loop
import math


def row(scores):
    largest = max(scores)
    powers = [math.exp(score - largest) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]


def softmax(z):
    flat = z.reshape(-1, z.shape[-1])
    shares = np.array([row([float(score) for score in one]) for one in flat])
    return shares.reshape(z.shape).astype(z.dtype if z.dtype.kind == "f" else float)

# %% right: more_arguments
def softmax(z, axis=-1, temperature=1):
    e = np.exp((z - z.max(axis=axis, keepdims=True)) / temperature)
    return e / e.sum(axis=axis, keepdims=True)

# %% right: moved_axis
def softmax(z):
    turned = np.moveaxis(z, -1, 0)
    e = np.exp(turned - turned.max(axis=0))
    return np.moveaxis(e / e.sum(axis=0), 0, -1)

# %% right: new_axis
def softmax(z):
    m = np.max(z, axis=-1)
    e = np.exp(z - m[..., np.newaxis])
    return e / np.sum(e, axis=-1)[..., None]

# %% right: recursive
def softmax(z):
    if z.ndim > 1:
        return np.stack([softmax(part) for part in z])
    e = np.exp(z - z.max())
    return e / e.sum()

# %% right: vectorised
def softmax(z):
    powers = np.exp(z - z.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)

# %% wrong: absolute
# expect: absolute-divided
# points: 0
def softmax(z):
    return np.abs(z) / np.abs(z).sum(axis=-1, keepdims=True)

# %% wrong: absolute_subtracted
# expect: absolute-subtracted
# points: 4
def softmax(z):
    e = np.exp(z - np.abs(z).max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: base_10
# expect: base-10
# points: 0
def softmax(z):
    e = 10.0 ** (z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: base_2
# expect: base-2
# points: 0
def softmax(z):
    e = 2.0 ** (z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: by_largest
# expect: by-largest
# points: 0
def softmax(z):
    e = np.exp(z)
    return e / e.max(axis=-1, keepdims=True)

# %% wrong: by_length
# expect: by-length
# points: 0
def softmax(z):
    e = np.exp(z)
    return e / np.linalg.norm(e, axis=-1, keepdims=True)

# %% wrong: by_logits
# expect: by-logits
# points: 0
def softmax(z):
    return np.exp(z) / z.sum(axis=-1, keepdims=True)

# %% wrong: by_mean
# expect: by-mean
# points: 0
def softmax(z):
    e = np.exp(z)
    return e / e.mean(axis=-1, keepdims=True)

# %% wrong: clipped
# expect: clipped
# points: 4
def softmax(z):
    e = np.exp(np.clip(z, -50, 50))
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: divided
# expect: divided-logits
# points: 0
def softmax(z):
    return z / z.sum(axis=-1, keepdims=True)

# %% wrong: divided_first
# expect: divided-first
# points: 0
def softmax(z):
    return np.exp(z / z.sum(axis=-1, keepdims=True))

# %% wrong: divided_twice
# expect: divided-first
# points: 0
def softmax(z):
    e = np.exp(z / z.sum(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: epsilon_in_the_total
# expect: total-enlarged
# points: 0
def softmax(z):
    z = np.asarray(z)
    d = z.dtype if z.dtype.kind == "f" else float
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return (e / (e.sum(axis=-1, keepdims=True) + 1e-5)).astype(d)

# %% wrong: first_axis
# expect: first-axis
# points: 5
def softmax(z):
    e = np.exp(z - z.max(axis=0))
    return e / e.sum(axis=0)

# %% wrong: flattened
# expect: flattened
# points: 5
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return (e / e.sum(axis=-1, keepdims=True)).ravel()

# %% wrong: hard
# expect: hard
# points: 0
def softmax(z):
    return (z == z.max(axis=-1, keepdims=True)).astype(float)

# %% wrong: in_place
# expect: function/changed-argument
# points: 5
def softmax(z):
    z -= z.max(axis=-1, keepdims=True)
    e = np.exp(z)
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: in_place_none
# expect: function/returned-none
# points: 0
def softmax(z):
    z[...] = np.exp(z - z.max(axis=-1, keepdims=True))

# %% wrong: log_shares
# expect: log-shares
# points: 0
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return np.log(e / e.sum(axis=-1, keepdims=True))

# %% wrong: logits_returned
# expect: logits-returned
# points: 0
def softmax(z):
    return z

# %% wrong: mask_in_place
# expect: function/changed-argument
# points: 5
def softmax(z):
    z = np.asarray(z)
    d = z.dtype if z.dtype.kind == "f" else float
    if z.dtype.kind == "f":
        z[z == -np.inf] = -1e300
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return (e / e.sum(axis=-1, keepdims=True)).astype(d)

# %% wrong: mask_leaves_a_trace
# expect: masked-not-zero
# points: 5
def softmax(z):
    z = np.asarray(z)
    d = z.dtype if z.dtype.kind == "f" else float
    
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return (e / e.sum(axis=-1, keepdims=True) + 1e-300).astype(d)

# %% wrong: mask_minus_100
# expect: masked-low
# points: 5
def softmax(z):
    z = np.asarray(z)
    d = z.dtype if z.dtype.kind == "f" else float
    z = np.nan_to_num(z, neginf=-100)
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return (e / e.sum(axis=-1, keepdims=True)).astype(d)

# %% wrong: mask_minus_20_again
# expect: masked-low
# points: 5
def softmax(z):
    z = np.asarray(z)
    d = z.dtype if z.dtype.kind == "f" else float
    z = np.where(z == -np.inf, -20, z)
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return (e / e.sum(axis=-1, keepdims=True)).astype(d)

# %% wrong: masked_afterwards
# expect: masked-afterwards
# points: 5
def softmax(z):
    allowed = np.isfinite(z)
    z = np.where(allowed, z, np.zeros_like(z))
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True) * allowed.astype(e.dtype)

# %% wrong: masked_as_zero
# expect: masked-as-zero
# points: 5
def softmax(z):
    z = np.where(np.isfinite(z), z, np.array(0, z.dtype))
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: masked_kept
# expect: masked-kept
# points: 5
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    p = e / e.sum(axis=-1, keepdims=True)
    return np.where(z == -np.inf, z, p)

# %% wrong: masked_left_out
# expect: masked-left-out
# points: 5
def softmax(z):
    if z.ndim == 1:
        z = z[z > -np.inf]
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: masked_low
# expect: masked-low
# points: 5
def softmax(z):
    z = np.where(z == -np.inf, np.array(-10, z.dtype), z)
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: masked_nan
# expect: masked-nan
# points: 5
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    p = e / e.sum(axis=-1, keepdims=True)
    p[z == -np.inf] = np.nan
    return p

# %% wrong: maximum_added
# expect: maximum-added
# points: 5
def softmax(z):
    e = np.exp(z + z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: mean_subtracted
# expect: mean-subtracted
# points: 4
def softmax(z):
    e = np.exp(z - z.mean(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: minimum_subtracted
# expect: minimum-subtracted
# points: 4
def softmax(z):
    e = np.exp(z - z.min(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: minus_sign
# expect: minus-sign
# points: 0
def softmax(z):
    e = np.exp(z.min(axis=-1, keepdims=True) - z)
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: nan_hidden
# expect: nan-hidden
# points: 5
def softmax(z):
    e = np.exp(z)
    return np.nan_to_num(e / e.sum(axis=-1, keepdims=True))

# %% wrong: by_school_algebra_divided_by_count
# expect: function/wrong-values
# points: 0
def softmax(z):
    return np.exp(z) / z.shape[-1]

# %% wrong: by_school_algebra_exp_over_max
# expect: 02-logits-softmax/softmax/by-largest
# points: 0
def softmax(z):
    return np.exp(z) / np.exp(z).max()

# %% wrong: by_school_algebra_min_max
# expect: function/wrong-values
# points: 0
def softmax(z):
    return (z - z.min()) / (z.max() - z.min())

# %% wrong: by_school_algebra_one_plus
# expect: function/wrong-values
# points: 0
def softmax(z):
    return (1 + z) / (1 + z).sum()

# %% wrong: by_school_algebra_percent_whole
# expect: function/wrong-values
# points: 0
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return np.round(100 * e / e.sum(axis=-1, keepdims=True))

# %% wrong: by_school_algebra_plus_one
# expect: function/wrong-values
# points: 0
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / (e.sum(axis=-1, keepdims=True) + 1)

# %% wrong: by_school_algebra_ranks
# expect: function/wrong-values
# points: 0
def softmax(z):
    return np.argsort(np.argsort(z)) / z.shape[-1]

# %% wrong: by_school_algebra_rounded_to_three
# expect: function/wrong-values
# points: 0
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return np.round(e / e.sum(axis=-1, keepdims=True), 3)

# %% wrong: by_school_algebra_sorted
# expect: function/wrong-values
# points: 0
def softmax(z):
    e = np.sort(np.exp(z - z.max(axis=-1, keepdims=True)))
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: by_school_algebra_sum_of_all_but_own
# expect: function/wrong-values
# points: 0
def softmax(z):
    e = np.exp(z)
    return e / (e.sum(axis=-1, keepdims=True) - e)

# %% wrong: no_keepdims
# expect: no-keepdims
# points: 5
def softmax(z):
    e = np.exp(z - z.max(axis=-1))
    return e / e.sum(axis=-1)

# %% wrong: no_keepdims_total
# expect: no-keepdims
# points: 5
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1)

# %% wrong: not_divided
# expect: not-divided
# points: 0
def softmax(z):
    return np.exp(z)

# %% wrong: not_stopped
# expect: function/out-of-time
# points: 0
def softmax(z):
    while True:
        pass

# %% wrong: nothing
# expect: function/not-attempted
# points: 0
pass

# %% wrong: only_above
# expect: only-above
# points: 5
def softmax(z):
    if z.max() > 100:
        z = z - z.max(axis=-1, keepdims=True)
    e = np.exp(z)
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: overflow
# expect: overflow
# points: 5
def softmax(z):
    e = np.exp(z)
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: overflow_math
# expect: function/raised-at
# points: 5
import math


def one(scores):
    powers = [math.exp(score) for score in scores]
    return [power / sum(powers) for power in powers]


def softmax(z):
    flat = z.reshape(-1, z.shape[-1])
    return np.array([one(row) for row in flat]).reshape(z.shape).astype(np.float32 if z.dtype == np.float32 else float)

# %% wrong: percent
# expect: percent
# points: 0
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return 100 * e / e.sum(axis=-1, keepdims=True)

# %% wrong: positions
# expect: positions
# points: 5
def softmax(z):
    axis = max(z.ndim - 2, 0)
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)

# %% wrong: raised_and_divided
# expect: raised-and-divided
# points: 0
def softmax(z):
    up = z - z.min(axis=-1, keepdims=True)
    return up / up.sum(axis=-1, keepdims=True)

# %% wrong: rounded
# expect: function/wrong-values
# points: 0
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return (e / e.sum(axis=-1, keepdims=True)).round(3)

# %% wrong: rows_changed
# expect: function/changed-argument
# points: 5
def softmax(z):
    if z.ndim > 1 and z.dtype.kind == "f":
        z -= z.max(axis=-1, keepdims=True)
        e = np.exp(z)
    else:
        e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: rows_only
# expect: rows-only
# points: 5
def one(z):
    e = np.exp(z - z.max())
    return e / e.sum()


def softmax(z):
    return one(z) if z.ndim == 1 else np.array([one(row) for row in z])

# %% wrong: scaled_by_maximum
# expect: divided-first
# points: 0
def softmax(z):
    e = np.exp(z / z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: scaled_when_large
# expect: scaled
# points: 4
def softmax(z):
    if np.abs(z).max() > 50:
        z = z / z.max(axis=-1, keepdims=True)
    e = np.exp(z)
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: second_axis
# expect: second-axis
# points: 5
def softmax(z):
    axis = min(1, z.ndim - 1)
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)

# %% wrong: shifted_logits
# expect: logits-returned
# points: 0
def softmax(z):
    return z - z.max(axis=-1, keepdims=True)

# %% wrong: sigmoid
# expect: sigmoid
# points: 0
def softmax(z):
    return 1 / (1 + np.exp(-z))

# %% wrong: squared
# expect: squared
# points: 0
def softmax(z):
    return z**2 / (z**2).sum(axis=-1, keepdims=True)

# %% wrong: stub
# expect: function/not-attempted
# points: 0
def softmax(z):
    raise NotImplementedError()

# %% wrong: tiny_added
# expect: tiny-added
# points: 5
def softmax(z):
    e = np.exp(z)
    return e / (e.sum(axis=-1, keepdims=True) + 1e-9)

# %% wrong: total_of_logits
# expect: total-of-logits
# points: 0
def softmax(z):
    return np.exp(z) / np.exp(z.sum(axis=-1, keepdims=True))

# %% wrong: truncated
# expect: truncated
# points: 0
def softmax(z):
    p = np.zeros_like(z)
    p[...] = np.exp(z - z.max(axis=-1, keepdims=True))
    p[...] = p / p.sum(axis=-1, keepdims=True)
    return p

# %% wrong: truncated_once
# expect: truncated
# points: 0
def softmax(z):
    p = np.empty_like(z)
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    p[...] = e / e.sum(axis=-1, keepdims=True)
    return p

# %% wrong: uncalled
# expect: function/returned-function
# points: 0
def softmax(z):
    return lambda axis: np.exp(z)

# %% wrong: value
# expect: function/not-a-function
# points: 0
softmax = np.array([0.5, 0.5])

# %% wrong: whole_array
# expect: whole-array
# points: 5
def softmax(z):
    e = np.exp(z - z.max())
    return e / e.sum()

# %% wrong: whole_array_naive
# expect: whole-array
# points: 4
def softmax(z):
    return np.exp(z) / np.exp(z).sum()

# %% wrong: whole_maximum
# expect: whole-maximum
# points: 5
def softmax(z):
    e = np.exp(z - z.max())
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: wide_in_rows
# expect: function/widened
# points: 5
def softmax(z):
    if z.ndim > 1:
        shares = np.zeros(z.shape)
        for place in range(len(z)):
            shares[place] = softmax(z[place])
        return shares
    e = np.exp(z - z.max())
    return e / e.sum()

# %% wrong: widened
# expect: function/widened
# points: 5
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    p = np.zeros(z.shape)
    p[...] = e / e.sum(axis=-1, keepdims=True)
    return p
