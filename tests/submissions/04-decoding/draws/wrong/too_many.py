# expect: 04-decoding/draws/wrong-size
# points: 0
def draws(p, rng, size):
    return rng.choice(len(p), size=size + 1, p=p)
