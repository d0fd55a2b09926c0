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
