# expect: 04-decoding/draws/softmax-again
# points: 0
def draws(p, rng, size):
    e = np.exp(p)
    return rng.choice(len(p), size, p=e / e.sum())
