# expect: 04-decoding/draws/same-every-time
# points: 1
def draws(p, rng, size):
    rng = np.random.default_rng(0)
    return rng.choice(len(p), size=size, p=p)
