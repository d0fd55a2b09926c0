def draws(p, rng, size):
    return rng.choice(len(p), size=size, p=p)
