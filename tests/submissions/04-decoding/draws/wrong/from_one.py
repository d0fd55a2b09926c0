# expect: 04-decoding/draws/counted-from-1
# points: 0
def draws(p, rng, size):
    return np.searchsorted(np.cumsum(p), rng.random(size), side='right') + 1
