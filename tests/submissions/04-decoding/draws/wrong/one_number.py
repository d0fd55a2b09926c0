# expect: 04-decoding/draws/all-alike
# points: 0
def draws(p, rng, size):
    u = rng.random()
    return np.full(size, np.searchsorted(np.cumsum(p), u, side='right'))
