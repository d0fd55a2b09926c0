def draws(p, rng, size):
    ids = np.repeat(np.arange(len(p)), rng.multinomial(size, p))
    rng.shuffle(ids)
    return ids
