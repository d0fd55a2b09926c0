# expect: 04-decoding/draws/own-generator
# points: 1
def draws(p, rng, size):
    rng = np.random.default_rng()
    return rng.choice(len(p), size=size, p=p)
