# expect: 04-decoding/draws/rank-not-id
# points: 0
def draws(p, rng, size):
    return np.searchsorted(np.cumsum(np.sort(p)[::-1]), rng.random(size), side='right')
