def pick(p, u):
    return int((np.cumsum(p) <= u).sum())


def draws(p, rng, size):
    return np.array([pick(p, rng.random()) for _ in range(size)])
