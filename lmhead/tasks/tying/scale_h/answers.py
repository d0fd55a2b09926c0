# %% right: bisection
def temperature_for(c):
    return 1 / c


def stretch(w_out, h, target):
    z = w_out @ h
    z = z - z.max()
    low, high = 0.0, 1.0
    while 1 / np.exp(high * z).sum() < target:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if 1 / np.exp(middle * z).sum() > target:
            high = middle
        else:
            low = middle
    return high

# %% right: from_the_temperature
temperature_for = lambda c: np.float64(1) / c


def share(z, T):
    e = np.exp((z - z.max()) / T)
    return e.max() / e.sum()


def stretch(w_out, h, target):
    z = w_out @ h
    cold, hot = 1e-6, 1e6
    for _ in range(200):
        middle = (cold * hot) ** 0.5
        if share(z, middle) > target:
            cold = middle
        else:
            hot = middle
    return 1 / cold

# %% right: grid
def temperature_for(c):
    return 1 / c


def stretch(w_out, h, target):
    z = w_out @ h
    gap = (z - z.max()) / np.abs(np.sort(z)[-1] - np.sort(z)[-2])
    fine = np.arange(0.0005, 40, 0.0005)
    shares = 1 / np.exp(np.outer(fine, gap)).sum(axis=1)
    best = fine[np.abs(shares - target).argmin()]
    return best / (np.sort(z)[-1] - np.sort(z)[-2])

# %% right: interpolated
temperature_for = lambda c, one=1: one / c


def stretch(w_out: np.ndarray, h: np.ndarray, target: float) -> float:
    lead = w_out @ h - (w_out @ h).max()
    c = np.geomspace(1e-4, 1e4, 100_001)
    shares = 1 / np.exp(np.outer(c, lead)).sum(axis=1)
    return np.interp(target, shares, c)

# %% right: newton
def temperature_for(c):
    return c**-1.0


def stretch(w_out, h, target):
    # The largest share is 1 / sum(exp(-c * gap)): solve for its logarithm, step by step.
    gap = (w_out @ h).max() - w_out @ h
    low, high = 0.0, 1e6
    c = 0.0
    for _ in range(500):
        e = np.exp(-c * gap)
        value = np.log(e.sum()) + np.log(target)
        low, high = (c, high) if value > 0 else (low, c)
        slope = -(gap * e).sum() / e.sum()
        step = c - value / slope if slope else np.inf
        c = step if low < step < high else (low + high) / 2
    return c

# %% right: secant
import functools
import operator

temperature_for = functools.partial(operator.truediv, 1.0)


def stretch(w_out, h, target):
    z = w_out @ h
    lead = z.max() - z

    def too_little(log_c):
        return np.log(target) + np.log(np.exp(-np.exp(log_c) * lead).sum())

    low, high = -20.0, 20.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        if too_little(middle) > 0:
            low = middle
        else:
            high = middle
    return np.exp(high)

# %% right: small_steps
def temperature_for(c):
    return 1.0 / float(c)


def stretch(w_out, h, target):
    z = w_out @ h
    z = z - z.max()

    def share(c):
        return 1 / np.exp(c * z).sum()

    c, step = 0.0, 1.0
    while step > 1e-9:
        while share(c + step) < target:
            c += step
        step /= 10
    return c + step

# %% right: zero_d_array
def temperature_for(c):
    return np.array(1 / c)


def stretch(w_out, h, target):
    z = w_out @ h
    z = z - z.max()
    low, high = 0.0, 1.0
    while 1 / np.exp(high * z).sum() < target:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if 1 / np.exp(middle * z).sum() > target:
            high = middle
        else:
            low = middle
    return np.array(high)

# %% wrong: a_number
# expect: function/not-a-function
# points: 1
def temperature_for(c):
    return 1 / c


stretch = 2.5

# %% wrong: chapters_four
# expect: function/wrong-number
# points: 2
def temperature_for(c):
    return 0.25


def stretch(w_out, h, target):
    z = w_out @ h
    z = z - z.max()
    low, high = 0.0, 1.0
    while 1 / np.exp(high * z).sum() < target:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if 1 / np.exp(middle * z).sum() > target:
            high = middle
        else:
            low = middle
    return high

# %% wrong: exponential
# expect: exponential
# points: 2
def temperature_for(c):
    return np.exp(-c)


def stretch(w_out, h, target):
    z = w_out @ h
    z = z - z.max()
    low, high = 0.0, 1.0
    while 1 / np.exp(high * z).sum() < target:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if 1 / np.exp(middle * z).sum() > target:
            high = middle
        else:
            low = middle
    return high

# %% wrong: length_returned
# expect: length-returned
# points: 1
def temperature_for(c):
    return 1 / c


def stretch(w_out, h, target):
    z = w_out @ h
    z = z - z.max()
    low, high = 0.0, 1.0
    while 1 / np.exp(high * z).sum() < target:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if 1 / np.exp(middle * z).sum() > target:
            high = middle
        else:
            low = middle
    return high * np.linalg.norm(h)

# %% wrong: logarithm
# expect: logarithm
# points: 2
def temperature_for(c):
    return np.log(c)


def stretch(w_out, h, target):
    z = w_out @ h
    z = z - z.max()
    low, high = 0.0, 1.0
    while 1 / np.exp(high * z).sum() < target:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if 1 / np.exp(middle * z).sum() > target:
            high = middle
        else:
            low = middle
    return high

# %% wrong: logarithm_returned
# expect: logarithm-returned
# points: 1
def temperature_for(c):
    return 1 / c


def stretch(w_out, h, target):
    z = w_out @ h
    z = z - z.max()
    low, high = 0.0, 1.0
    while 1 / np.exp(high * z).sum() < target:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if 1 / np.exp(middle * z).sum() > target:
            high = middle
        else:
            low = middle
    return np.log(high)

# %% wrong: logit_returned
# expect: logit-returned
# points: 1
def temperature_for(c):
    return 1 / c


def stretch(w_out, h, target):
    z = w_out @ h
    z = z - z.max()
    low, high = 0.0, 1.0
    while 1 / np.exp(high * z).sum() < target:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if 1 / np.exp(middle * z).sum() > target:
            high = middle
        else:
            low = middle
    return high * (w_out @ h).max()

# %% wrong: minus_c
# expect: minus-c
# points: 2
def temperature_for(c):
    return -c


def stretch(w_out, h, target):
    z = w_out @ h
    z = z - z.max()
    low, high = 0.0, 1.0
    while 1 / np.exp(high * z).sum() < target:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if 1 / np.exp(middle * z).sum() > target:
            high = middle
        else:
            low = middle
    return high

# %% wrong: misses
# expect: misses
# points: 1
def temperature_for(c):
    return 1 / c


def stretch(w_out, h, target):
    z = w_out @ h
    z = z - z.max()
    low, high = 0.0, 1.0
    while 1 / np.exp(high * z).sum() < target:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if 1 / np.exp(middle * z).sum() > target:
            high = middle
        else:
            low = middle
    return round(high * 1.3, 6)

# %% wrong: nan_returned
# expect: function/nan
# points: 1
def temperature_for(c):
    return 1 / c


def stretch(w_out, h, target):
    z = w_out @ h
    z = z - z.max()
    low, high = 0.0, 1.0
    while 1 / np.exp(high * z).sum() < target:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if 1 / np.exp(middle * z).sum() > target:
            high = middle
        else:
            low = middle
    return float('nan')

# %% wrong: not_positive
# expect: not-positive
# points: 1
def temperature_for(c):
    return 1 / c


def stretch(w_out, h, target):
    z = w_out @ h
    z = z - z.max()
    low, high = 0.0, 1.0
    while 1 / np.exp(high * z).sum() < target:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if 1 / np.exp(middle * z).sum() > target:
            high = middle
        else:
            low = middle
    return -high

# %% wrong: nothing
# expect: function/not-attempted
# points: 0

# %% wrong: one_decimal
# expect: misses
# points: 1
def temperature_for(c):
    return 1 / c


def stretch(w_out, h, target):
    z = w_out @ h
    z = z - z.max()
    low, high = 0.0, 1.0
    while 1 / np.exp(high * z).sum() < target:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if 1 / np.exp(middle * z).sum() > target:
            high = middle
        else:
            low = middle
    return max(0.1, round(high, 1))

# %% wrong: one_minus_c
# expect: one-minus-c
# points: 2
def temperature_for(c):
    return 1 - c


def stretch(w_out, h, target):
    z = w_out @ h
    z = z - z.max()
    low, high = 0.0, 1.0
    while 1 / np.exp(high * z).sum() < target:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if 1 / np.exp(middle * z).sum() > target:
            high = middle
        else:
            low = middle
    return high

# %% wrong: one_rival
# expect: one-rival
# points: 1
def temperature_for(c):
    return 1 / c


def stretch(w_out, h, target):
    z = w_out @ h
    z = z - z.max()
    low, high = 0.0, 1.0
    while 1 / np.exp(high * z).sum() < target:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if 1 / np.exp(middle * z).sum() > target:
            high = middle
        else:
            low = middle
    return np.log(target / (1 - target)) / (np.sort(z)[-1] - np.sort(z)[-2])

# %% wrong: overflow
# expect: overflow
# points: 1
def temperature_for(c):
    return 1 / c


def share(w_out, h, c):
    with np.errstate(all="ignore"):
        e = np.exp(c * (w_out @ h))
        return (e / e.sum()).max()


def stretch(w_out, h, target):
    low, high = 0.0, 1.0
    while share(w_out, h, high) < target:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if share(w_out, h, middle) > target:
            high = middle
        else:
            low = middle
    return high

# %% wrong: percent_returned
# expect: percent-returned
# points: 1
def temperature_for(c):
    return 1 / c


def stretch(w_out, h, target):
    z = w_out @ h
    z = z - z.max()
    low, high = 0.0, 1.0
    while 1 / np.exp(high * z).sum() < target:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if 1 / np.exp(middle * z).sum() > target:
            high = middle
        else:
            low = middle
    return 100 * high

# %% wrong: root
# expect: root
# points: 2
def temperature_for(c):
    return c**-0.5


def stretch(w_out, h, target):
    z = w_out @ h
    z = z - z.max()
    low, high = 0.0, 1.0
    while 1 / np.exp(high * z).sum() < target:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if 1 / np.exp(middle * z).sum() > target:
            high = middle
        else:
            low = middle
    return high

# %% wrong: same_as_c
# expect: same-as-c
# points: 2
def temperature_for(c):
    return c


def stretch(w_out, h, target):
    z = w_out @ h
    z = z - z.max()
    low, high = 0.0, 1.0
    while 1 / np.exp(high * z).sum() < target:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if 1 / np.exp(middle * z).sum() > target:
            high = middle
        else:
            low = middle
    return high

# %% wrong: scaled_share
# expect: scaled-share
# points: 1
def temperature_for(c):
    return 1 / c


def stretch(w_out, h, target):
    z = w_out @ h
    z = z - z.max()
    low, high = 0.0, 1.0
    while 1 / np.exp(high * z).sum() < target:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if 1 / np.exp(middle * z).sum() > target:
            high = middle
        else:
            low = middle
    return target * np.exp(z).sum()

# %% wrong: share_returned
# expect: share-returned
# points: 1
def temperature_for(c):
    return 1 / c


def stretch(w_out, h, target):
    z = w_out @ h
    z = z - z.max()
    low, high = 0.0, 1.0
    while 1 / np.exp(high * z).sum() < target:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if 1 / np.exp(middle * z).sum() > target:
            high = middle
        else:
            low = middle
    return target

# %% wrong: square
# expect: square
# points: 2
def temperature_for(c):
    return 1 / c**2


def stretch(w_out, h, target):
    z = w_out @ h
    z = z - z.max()
    low, high = 0.0, 1.0
    while 1 / np.exp(high * z).sum() < target:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if 1 / np.exp(middle * z).sum() > target:
            high = middle
        else:
            low = middle
    return high

# %% wrong: temperature_returned
# expect: temperature-returned
# points: 1
def temperature_for(c):
    return 1 / c


def stretch(w_out, h, target):
    z = w_out @ h
    z = z - z.max()
    low, high = 0.0, 1.0
    while 1 / np.exp(high * z).sum() < target:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if 1 / np.exp(middle * z).sum() > target:
            high = middle
        else:
            low = middle
    return 1 / high
