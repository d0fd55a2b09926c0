# %% right: a_list
def shares_at(z, temperature):
    if temperature == 0:
        return [float(s == max(z)) / list(z).count(max(z)) for s in z]
    e = np.exp((z - max(z)) / temperature)
    return [float(value / sum(e)) for value in e]

# %% right: inverse
import math


def shares_at(z: np.ndarray, temperature: float = 1.0) -> tuple[float, ...]:
    best = max(z)
    if temperature == 0:
        e = [float(score == best) for score in z]
    else:
        beta = 1 / temperature
        e = [math.exp(beta * (score - best)) for score in z]
    return tuple(x / sum(e) for x in e)

# %% right: log_sum_exp
def shares_at(z, temperature):
    if temperature == 0:
        return np.isclose(z, z.max(), rtol=0, atol=0) / np.count_nonzero(z == z.max())
    if np.isinf(temperature):
        return np.full(z.shape, 1 / z.size)
    scaled = z / temperature
    return np.exp(scaled - np.logaddexp.reduce(scaled))

# %% right: loop
import math


def shares_at(z, temperature):
    top = max(z)
    if temperature == 0:
        e = [1.0 if score == top else 0.0 for score in z]
    else:
        e = [math.exp((score - top) / temperature) for score in z]
    return np.array([value / sum(e) for value in e])

# %% right: matched
def shares_at(z, temperature):
    match temperature:
        case 0:
            return (z == z.max()) / np.count_nonzero(z == z.max())
        case _ if np.isinf(temperature):
            return np.ones_like(z) / z.size
    scaled = z / temperature
    return np.exp(scaled - np.logaddexp.reduce(scaled))

# %% right: plain
def shares_at(z, temperature):
    if temperature == 0:
        largest = z == z.max()
        return largest / largest.sum()
    e = np.exp((z - z.max()) / temperature)
    return e / e.sum()

# %% right: recursive_tiny
def shares_at(z, temperature):
    lead = np.asarray(z, dtype=float) - np.max(z)
    if temperature < 1e-12:
        e = np.where(lead == 0, 1.0, 0.0)
    else:
        e = np.exp(lead / temperature)
    return e / e.sum()

# %% right: single_precision
def shares_at(z, temperature):
    z = z.astype(np.float32)
    lead = z - z.max()
    e = np.exp(lead / np.float32(temperature)) if temperature else (lead == 0).astype(np.float32)
    return e / e.sum()

# %% wrong: at_least_a_thousandth
# expect: temperature-floor
# points: 1
def shares_at(z, temperature):
    e = np.exp((z - z.max()) / max(temperature, 1e-3))
    return e / e.sum()

# %% wrong: clips
# expect: clipped
# points: 2
def shares_at(z, temperature):
    if temperature == 0:
        return (z == z.max()) / (z == z.max()).sum()
    e = np.exp(np.clip(z / temperature, -80, 80))
    return e / e.sum()

# %% wrong: divides_by_zero
# expect: divided-by-zero
# points: 2
def shares_at(z, temperature):
    e = np.exp((z - z.max()) / temperature)
    return e / e.sum()

# %% wrong: floor
# expect: temperature-floor
# points: 2
def shares_at(z, temperature):
    if temperature == 0:
        return (z == z.max()) / (z == z.max()).sum()
    temperature = max(temperature, 0.1)
    e = np.exp((z - z.max()) / temperature)
    return e / e.sum()

# %% wrong: half
# expect: too-sharp
# points: 0
def shares_at(z, temperature):
    e = np.exp(2 * (z - z.max()) / temperature)
    return e / e.sum()

# %% wrong: ignored
# expect: ignored
# points: 0
def shares_at(z, temperature):
    e = np.exp(z - z.max())
    return e / e.sum()

# %% wrong: infinity
# expect: infinity-is-one
# points: 2
def shares_at(z, temperature):
    if temperature == 0:
        return (z == z.max()) / (z == z.max()).sum()
    if temperature > 1e9:
        temperature = 1
    e = np.exp((z - z.max()) / temperature)
    return e / e.sum()

# %% wrong: linear
# expect: negative-share
# points: 0
def shares_at(z, temperature):
    e = 1 + (z - z.max()) / temperature
    return e / e.sum()

# %% wrong: logarithms
# expect: log-shares
# points: 0
def shares_at(z, temperature):
    scaled = z / temperature
    return scaled - np.logaddexp.reduce(scaled)

# %% wrong: logits
# expect: logits-returned
# points: 0
def shares_at(z, temperature):
    return z / temperature

# %% wrong: multiplied
# expect: multiplied
# points: 0
def shares_at(z, temperature):
    e = np.exp(z * temperature - (z * temperature).max())
    return e / e.sum()

# %% wrong: by_school_algebra_added
# expect: 04-decoding/temperature/ignored
# points: 0
def shares_at(z, temperature):
    e = np.exp(z + temperature)
    return e / e.sum()

# %% wrong: by_school_algebra_after_the_exponential
# expect: 04-decoding/temperature/ignored
# points: 0
def shares_at(z, temperature):
    e = np.exp(z) / temperature
    return e / e.sum()

# %% wrong: by_school_algebra_base
# expect: 04-decoding/temperature/other-order
# points: 0
def shares_at(z, temperature):
    e = temperature ** z
    return e / e.sum()

# %% wrong: by_school_algebra_largest_divided_alone
# expect: 04-decoding/temperature/too-sharp
# points: 0
def shares_at(z, temperature):
    z = z.copy()
    z[z.argmax()] = z[z.argmax()] / temperature
    e = np.exp(z)
    return e / e.sum()

# %% wrong: by_school_algebra_max_not_subtracted_times
# expect: 04-decoding/temperature/multiplied
# points: 0
def shares_at(z, temperature):
    e = np.exp((z - z.max()) * temperature)
    return e / e.sum()

# %% wrong: by_school_algebra_mixed_with_equal
# expect: 04-decoding/temperature/too-flat
# points: 0
def shares_at(z, temperature):
    e = np.exp(z)
    return (e / e.sum() + temperature / len(z)) / (1 + temperature)

# %% wrong: by_school_algebra_one_over
# expect: 04-decoding/temperature/too-flat
# points: 0
def shares_at(z, temperature):
    e = np.exp(z * (1 - temperature))
    return e / e.sum()

# %% wrong: by_school_algebra_root
# expect: 04-decoding/temperature/too-flat
# points: 0
def shares_at(z, temperature):
    e = np.exp(z / np.sqrt(temperature))
    return e / e.sum()

# %% wrong: by_school_algebra_subtracted
# expect: 04-decoding/temperature/ignored
# points: 0
def shares_at(z, temperature):
    e = np.exp(z - temperature)
    return e / e.sum()

# %% wrong: by_school_algebra_whole_division
# expect: 04-decoding/temperature/too-sharp
# points: 0
def shares_at(z, temperature):
    e = np.exp(z // temperature)
    return e / e.sum()

# %% wrong: nearly_tied_at_zero
# expect: zero-nearly-tied
# points: 2
def shares_at(z, temperature):
    if temperature == np.inf:
        return np.full(len(z), 1 / len(z))
    if temperature == 0:
        b = np.isclose(z, z.max(), atol=0.2)
        return b / b.sum()
    e = np.exp((z - z.max()) / temperature)
    return e / e.sum()

# %% wrong: nearly_tied_by_default
# expect: zero-nearly-tied
# points: 2
def shares_at(z, temperature):
    if temperature == np.inf:
        return np.full(len(z), 1 / len(z))
    if temperature == 0:
        b = np.isclose(z, z.max())
        return b / b.sum()
    e = np.exp((z - z.max()) / temperature)
    return e / e.sum()

# %% wrong: no_exponential
# expect: no-exponential
# points: 0
def shares_at(z, temperature):
    scaled = z / temperature
    return scaled / scaled.sum()

# %% wrong: not_divided
# expect: not-renormalised
# points: 0
def shares_at(z, temperature):
    return np.exp(z / temperature)

# %% wrong: nothing
# expect: function/not-attempted
# points: 0
def shares_at(z, temperature):
    raise NotImplementedError()

# %% wrong: overflows
# expect: overflow
# points: 1
def shares_at(z, temperature):
    e = np.exp(z / temperature)
    return e / e.sum()

# %% wrong: overflows_but_zero
# expect: overflow
# points: 2
def shares_at(z, temperature):
    if temperature == 0:
        return (z == z.max()) / (z == z.max()).sum()
    e = np.exp(z / temperature)
    return e / e.sum()

# %% wrong: power_alone
# expect: not-renormalised
# points: 0
def shares_at(z, temperature):
    e = np.exp(z - z.max())
    return (e / e.sum()) ** (1 / temperature)

# %% wrong: powers_of_shares
# expect: powers-underflow
# points: 2
def shares_at(z, temperature):
    if temperature == 0:
        return (z == z.max()) / (z == z.max()).sum()
    e = np.exp(z - z.max())
    p = (e / e.sum()) ** (1 / temperature)
    return p / p.sum()

# %% wrong: refuses_zero
# expect: function/raised-at
# points: 2
def shares_at(z, temperature):
    if temperature <= 0:
        raise ValueError('temperature must be positive')
    e = np.exp((z - z.max()) / temperature)
    return e / e.sum()

# %% wrong: root
# expect: too-flat
# points: 0
def shares_at(z, temperature):
    e = np.exp((z - z.max()) / np.sqrt(temperature))
    return e / e.sum()

# %% wrong: shares_divided
# expect: shares-divided
# points: 0
def shares_at(z, temperature):
    e = np.exp(z - z.max())
    return e / e.sum() / temperature

# %% wrong: softmax_of_shares
# expect: shares-scaled
# points: 0
def shares_at(z, temperature):
    e = np.exp(z - z.max())
    p = e / e.sum() / temperature
    return np.exp(p) / np.exp(p).sum()

# %% wrong: takes_one
# expect: zero-takes-one
# points: 2
def shares_at(z, temperature):
    if temperature == 0:
        p = np.zeros(len(z))
        p[np.argmax(z)] = 1
        return p
    e = np.exp((z - z.max()) / temperature)
    return e / e.sum()

# %% wrong: tiny_in_place_of_zero
# expect: temperature-floor
# points: 2
def shares_at(z, temperature):
    e = np.exp((z - z.max()) / max(temperature, 1e-12))
    return e / e.sum()

# %% wrong: total_without_temperature
# expect: other-total
# points: 0
def shares_at(z, temperature):
    return np.exp(z / temperature) / np.exp(z).sum()

# %% wrong: twice
# expect: squared
# points: 0
def shares_at(z, temperature):
    scaled = z / temperature
    e = np.exp((scaled - scaled.max()) / temperature)
    return e / e.sum()

# %% wrong: upside_down
# expect: other-order
# points: 0
def shares_at(z, temperature):
    e = np.exp(-z / temperature)
    return e / e.sum()

# %% wrong: zero_each_one
# expect: zero-not-shared
# points: 2
def shares_at(z, temperature):
    if temperature == 0:
        return (z == z.max()).astype(float)
    e = np.exp((z - z.max()) / temperature)
    return e / e.sum()

# %% wrong: zero_id
# expect: zero-gives-id
# points: 2
def shares_at(z, temperature):
    if temperature == 0:
        return int(np.argmax(z))
    e = np.exp((z - z.max()) / temperature)
    return e / e.sum()

# %% wrong: zero_is_one
# expect: zero-is-one
# points: 2
def shares_at(z, temperature):
    temperature = temperature or 1
    e = np.exp((z - z.max()) / temperature)
    return e / e.sum()

# %% wrong: zero_uniform
# expect: zero-is-uniform
# points: 2
def shares_at(z, temperature):
    if temperature == 0:
        return np.full(len(z), 1 / len(z))
    e = np.exp((z - z.max()) / temperature)
    return e / e.sum()
