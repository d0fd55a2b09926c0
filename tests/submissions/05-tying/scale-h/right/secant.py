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
