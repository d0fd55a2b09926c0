# expect: 04-decoding/draws/equal-shares
# points: 0
def draws(p, rng, size):
    return rng.integers(len(p), size=size)
