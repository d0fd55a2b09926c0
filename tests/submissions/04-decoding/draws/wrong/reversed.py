# expect: 04-decoding/draws/order-turned
# points: 0
def draws(p, rng, size):
    return len(p) - 1 - np.searchsorted(np.cumsum(p), rng.random(size), side='right')
