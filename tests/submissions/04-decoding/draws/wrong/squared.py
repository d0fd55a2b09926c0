# expect: 04-decoding/draws/squared
# points: 0
def draws(p, rng, size):
    q = p * p
    return rng.choice(len(p), size, p=q / q.sum())
