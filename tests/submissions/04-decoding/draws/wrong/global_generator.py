# expect: 04-decoding/draws/own-generator
# points: 1
def draws(p, rng, size):
    return np.random.choice(len(p), size=size, p=p)
