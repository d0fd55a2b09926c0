# expect: 04-decoding/draws/all-alike
# points: 0
def draws(p, rng, size):
    return np.full(size, np.argmax(p))
