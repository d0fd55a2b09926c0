def draws(p, rng, size):
    u = rng.random((size, 1))
    return (u >= np.cumsum(p)).sum(axis=1)
