def draws(p, rng, size):
    return np.searchsorted(np.cumsum(p), rng.random(size), side='right')
