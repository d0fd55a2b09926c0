# expect: 04-decoding/draws/other-counts
# points: 0
def draws(p, rng, size):
    return np.argmax(p + 0.3 * rng.normal(size=(size, len(p))), axis=1)
