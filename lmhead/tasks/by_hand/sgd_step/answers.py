# %% right: callable_object
class Step:
    def __init__(self, rate):
        self.rate = rate

    def __call__(self, w_out, h, right):
        z = w_out @ h
        p = np.exp(z - z.max())
        p /= p.sum()
        p[right] -= 1
        return w_out - self.rate * np.outer(p, h)


sgd_step = Step(1)

# %% right: copy_changed
def sgd_step(w_out, h, right):
    new = w_out.copy()
    z = w_out.dot(h)
    z = z - z.max()
    e = np.exp(z)
    for k in range(len(new)):
        new[k] -= (e[k] / e.sum() - (k == right)) * h
    return new

# %% right: decorated
import functools


def in_its_dtype(function):
    @functools.wraps(function)
    def wrapped(w_out, h, right):
        return function(w_out.astype(float), h, right).astype(w_out.dtype)

    return wrapped


@in_its_dtype
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - np.logaddexp.reduce(z))
    return w_out + np.outer((np.arange(len(z)) == right) - p, h)

# %% right: einsum
def sgd_step(w_out, h, right):
    z = np.einsum("vd,d->v", w_out, h)
    p = np.exp(z - np.max(z)) / np.sum(np.exp(z - np.max(z)))
    onehot = np.eye(len(w_out), dtype=w_out.dtype)[right]
    return (w_out - np.einsum("v,d->vd", p - onehot, h)).astype(w_out.dtype)

# %% right: list_returned
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return (w_out - np.outer(p, h)).tolist()

# %% right: log_sum_exp
def sgd_step(w_out, h, right):
    z = w_out @ h
    log_total = np.logaddexp.reduce(z)
    slope = np.exp(z - log_total)
    slope[right] -= 1
    return w_out - slope[:, np.newaxis] * h

# %% right: loop
import math


def sgd_step(w_out, h, right):
    rows, columns = w_out.shape
    z = [sum(float(w_out[k, i]) * float(h[i]) for i in range(columns)) for k in range(rows)]
    largest = max(z)
    total = sum(math.exp(score - largest) for score in z)
    new = w_out.copy()
    for k in range(rows):
        slope = math.exp(z[k] - largest) / total - (1 if k == right else 0)
        for i in range(columns):
            new[k, i] -= slope * h[i]
    return new

# %% right: one_lambda
sgd_step = lambda w, h, y: w - np.outer(
    (lambda e: e / e.sum())(np.exp(w @ h - (w @ h).max())) - (np.arange(len(w)) == y), h
).astype(w.dtype)

# %% right: partial
from functools import partial


def step(rate, w_out, h, right):
    z = w_out.dot(h)
    p = np.exp(z - z.max())
    p = p / p.sum()
    p[right] -= 1.0
    return w_out - rate * p.reshape(-1, 1) * h.reshape(1, -1)


sgd_step = partial(step, 1)

# %% right: prints_too
def sgd_step(w_out, h, right):
    print("shape", w_out.shape)
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return w_out - np.outer(p, h)

# %% right: star_arguments
def sgd_step(*arguments):
    w_out, h, right = arguments

    def shares(z):
        e = np.exp(z - z.max())
        return e / e.sum()

    slope = shares(w_out @ h)
    slope[right] -= 1
    return w_out - slope[:, None] * h[None, :]

# %% right: type_hinted
from numpy.typing import NDArray


def softmax(z: NDArray[np.floating]) -> NDArray[np.floating]:
    powers = np.exp(z - np.max(z))
    return powers / np.sum(powers)


def sgd_step(w_out: NDArray[np.floating], h: NDArray, right: int) -> NDArray[np.floating]:
    onehot = np.eye(len(w_out), dtype=w_out.dtype)[right]
    slope = softmax(w_out @ h) - onehot
    return (w_out - np.einsum("k,i->ki", slope, h)).astype(w_out.dtype)

# %% right: vectorised
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return w_out - np.outer(p, h)

# %% right: wider_inside
def sgd_step(w_out, h, right):
    w, x = np.asarray(w_out, np.float64), np.asarray(h, np.float64)
    z = w @ x
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return (w - np.outer(p, x)).astype(w_out.dtype)

# %% right: with_defaults
def sgd_step(w_out, h, right=3, rate=1.0):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return w_out - rate * np.outer(p, h)

# %% wrong: array
# expect: function/not-a-function
# points: 0
sgd_step = W_OUT

# %% wrong: ascent
# expect: ascent
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return w_out + np.outer(p, h)

# %% wrong: asks
# expect: function/input
# points: 0
def sgd_step(w_out, h, right):
    rate = float(input("rate? "))
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return w_out - rate * np.outer(p, h)

# %% wrong: asserts
# expect: function/raised-at
# points: 0
def sgd_step(w_out, h, right):
    assert w_out.shape == (4, 3)
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return w_out - np.outer(p, h)

# %% wrong: change_returned
# expect: change-returned
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return -np.outer(p, h)

# %% wrong: chapter_only
# expect: function/wrong-shape
# points: 0
# Right for the chapter's numbers and nothing else.
NEW = {
    k: W_OUT - np.outer(np.array([0.53444665, 0.19661193, 0.19661193, 0.07232949]) - np.eye(4)[k], [1, 0, 1])
    for k in range(4)
}


def sgd_step(w_out, h, right):
    return NEW[right]

# %% wrong: class
# expect: function/is-class
# points: 0
class sgd_step:
    def __init__(self, w_out, h, right):
        self.w_out = w_out

# %% wrong: clipped
# expect: clipped
# points: 4
def sgd_step(w_out, h, right):
    p = np.exp(np.clip(w_out @ h, -60, 60))
    p /= p.sum()
    p[right] -= 1
    return w_out - np.outer(p, h)

# %% wrong: divided_logits
# expect: divided-logits
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    with np.errstate(all='ignore'):
        p = z / z.sum()
    p[right] -= 1
    return w_out - np.outer(p, h)

# %% wrong: exits
# expect: function/raised-at
# points: 0
def sgd_step(w_out, h, right):
    raise SystemExit

# %% wrong: flat
# expect: function/wrong-shape
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return (w_out - np.outer(p, h)).ravel()

# %% wrong: float64_onehot
# expect: function/widened
# points: 4
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    onehot = np.zeros(len(p))
    onehot[right] = 1
    return w_out - np.outer(p - onehot, h)

# %% wrong: function_returned
# expect: function/returned-function
# points: 0
def sgd_step(w_out, h, right):
    def step():
        return w_out

    return step

# %% wrong: generator
# expect: function/returned-iterator
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    for row, slope in zip(w_out, p):
        yield row - slope * h

# %% wrong: h_stepped
# expect: h-stepped
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return h - p @ w_out

# %% wrong: half
# expect: half
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return w_out - 0.5 * np.outer(p, h)

# %% wrong: hard_coded_here
# expect: not-balanced
# points: 0
def sgd_step(w_out, h, right):
    shares = {2: 0.5, 3: 0.33, 4: 0.25, 5: 0.2, 1: 1.0}[len(w_out)]
    slope = np.full(len(w_out), shares, dtype=w_out.dtype)
    slope[right] -= 1
    return w_out - np.outer(slope, h)

# %% wrong: huge
# expect: function/returned-too-large
# points: 0
def sgd_step(w_out, h, right):
    return np.zeros((3000, 3000))

# %% wrong: in_place
# expect: function/changed-argument
# points: 4
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    w_out -= np.outer(p, h)
    return w_out

# %% wrong: in_place_none
# expect: function/returned-none
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    w_out -= np.outer(p, h)

# %% wrong: integer_result
# expect: function/wrong-dtype
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return (w_out - np.outer(p, h)).astype(int)

# %% wrong: logits_minus_onehot
# expect: logits-minus-onehot
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    z[right] -= 1
    return w_out - np.outer(z, h)

# %% wrong: logits_returned
# expect: logits-returned
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return (w_out - np.outer(p, h)) @ h

# %% wrong: logits_stepped
# expect: logits-stepped
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return z - p

# %% wrong: mean
# expect: mean
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return w_out - np.outer(p, h) / len(p)

# %% wrong: nan
# expect: function/nan
# points: 0
def sgd_step(w_out, h, right):
    return w_out * np.nan

# %% wrong: nan_hidden
# expect: nan-hidden
# points: 4
def sgd_step(w_out, h, right):
    with np.errstate(all='ignore'):
        p = np.exp(w_out @ h)
        p = np.nan_to_num(p / p.sum())
    p[right] -= 1
    return w_out - np.outer(p, h)

# %% wrong: by_school_algebra_adds_h_to_right
# expect: 03-by-hand/sgd-step/no-shares
# points: 0
def sgd_step(w_out, h, right):
    out = w_out.copy()
    out[right] += h
    return out

# %% wrong: by_school_algebra_loss_times_h
# expect: 03-by-hand/sgd-step/not-balanced
# points: 0
def sgd_step(w_out, h, right):
    p = np.exp(w_out @ h)
    p = p / p.sum()
    return w_out + np.log(p[right]) * h

# %% wrong: by_school_algebra_minus_p_h
# expect: 03-by-hand/sgd-step/not-balanced
# points: 0
def sgd_step(w_out, h, right):
    p = np.exp(w_out @ h)
    p = p / p.sum()
    return w_out - p[right] * h

# %% wrong: by_school_algebra_one_minus
# expect: 03-by-hand/sgd-step/not-balanced
# points: 0
def sgd_step(w_out, h, right):
    p = np.exp(w_out @ h)
    p = p / p.sum()
    return w_out + np.outer(1 - p, h)

# %% wrong: by_school_algebra_others_only
# expect: 03-by-hand/sgd-step/not-balanced
# points: 0
def sgd_step(w_out, h, right):
    p = np.exp(w_out @ h)
    p = p / p.sum()
    p[right] = 0
    return w_out - np.outer(p, h)

# %% wrong: by_school_algebra_right_moves_by_one
# expect: 03-by-hand/sgd-step/not-balanced
# points: 0
def sgd_step(w_out, h, right):
    p = np.exp(w_out @ h)
    p = p / p.sum()
    p[right] = -1
    return w_out - np.outer(p, h)

# %% wrong: by_school_algebra_shares_of_rows
# expect: 03-by-hand/sgd-step/not-along-h
# points: 0
def sgd_step(w_out, h, right):
    p = np.exp(w_out)
    p = p / p.sum()
    return w_out - p

# %% wrong: by_school_algebra_squared_slope
# expect: 03-by-hand/sgd-step/not-balanced
# points: 0
def sgd_step(w_out, h, right):
    p = np.exp(w_out @ h)
    p = p / p.sum()
    p[right] -= 1
    return w_out - np.outer(p * abs(p), h)

# %% wrong: by_school_algebra_tenth
# expect: 03-by-hand/sgd-step/other-length
# points: 0
def sgd_step(w_out, h, right):
    p = np.exp(w_out @ h)
    p = p / p.sum()
    p[right] -= 1
    return w_out - 0.1 * np.outer(p, h)

# %% wrong: by_school_algebra_w_times_slope
# expect: 03-by-hand/sgd-step/not-along-h
# points: 0
def sgd_step(w_out, h, right):
    p = np.exp(w_out @ h)
    p = p / p.sum()
    p[right] -= 1
    return w_out - p[:, None] * w_out

# %% wrong: no_onehot
# expect: no-onehot
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    return w_out - np.outer(p, h)

# %% wrong: no_shares
# expect: no-shares
# points: 0
def sgd_step(w_out, h, right):
    new = w_out.copy()
    new[right] += h
    return new

# %% wrong: not_stopped
# expect: function/out-of-time
# points: 0
def sgd_step(w_out, h, right):
    while True:
        pass

# %% wrong: nothing
# expect: function/not-attempted
# points: 0
def step(w_out, h, right):
    return w_out

# %% wrong: nothing_moved
# expect: nothing-moved
# points: 0
def sgd_step(w_out, h, right):
    return w_out

# %% wrong: onehot_twice
# expect: not-balanced
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    y = np.eye(len(p))[right]
    return w_out - np.outer(p - 2 * y, h)

# %% wrong: only_right_row
# expect: only-right-row
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    new = w_out.copy()
    new[right] += (1 - p[right]) * h
    return new

# %% wrong: other_rate
# expect: other-length
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    y = np.eye(len(p))[right]
    return w_out - 0.1 * np.outer(p - y, h)

# %% wrong: overflow
# expect: overflow
# points: 4
def sgd_step(w_out, h, right):
    with np.errstate(all='ignore'):
        p = np.exp(w_out @ h)
        p /= p.sum()
    p[right] -= 1
    return w_out - np.outer(p, h)

# %% wrong: printed
# expect: function/printed
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    print(w_out - np.outer(p, h))

# %% wrong: raises
# expect: function/raised-at
# points: 0
def sgd_step(w_out, h, right):
    return w_out @ right

# %% wrong: shares_returned
# expect: shares-returned
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    return p

# %% wrong: slope_of_share
# expect: slope-of-share
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    share = p[right]
    p[right] -= 1
    return w_out - share * np.outer(p, h)

# %% wrong: slope_returned
# expect: slope-returned
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return np.outer(p, h)

# %% wrong: stub
# expect: function/not-attempted
# points: 0
def sgd_step(w_out, h, right):
    raise NotImplementedError()

# %% wrong: text
# expect: function/not-a-function
# points: 0
sgd_step = "w_out - np.outer(p, h)"

# %% wrong: tiny_added
# expect: tiny-added
# points: 4
def sgd_step(w_out, h, right):
    with np.errstate(all='ignore'):
        p = np.exp(w_out @ h)
        p /= p.sum() + 1e-12
    p[right] -= 1
    return w_out - np.outer(p, h)

# %% wrong: transposed
# expect: transposed
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return w_out - np.outer(h, p)

# %% wrong: two_arguments
# expect: function/signature
# points: 0
def sgd_step(w_out, right):
    return w_out

# %% wrong: unit_h
# expect: not-along-h
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    y = np.eye(len(p))[right]
    return w_out - np.outer(p - y, np.sign(h))

# %% wrong: without_h
# expect: without-h
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return w_out - p[:, None]
