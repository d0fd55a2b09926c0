# expect: 04-decoding/common/not-ids
# points: 0
def draws(p, rng, size):
    return rng.random(size)
