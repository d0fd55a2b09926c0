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
