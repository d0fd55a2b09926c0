def draws(p, rng, size):
    ends = np.cumsum(p)
    ends[-1] = 1
    return np.digitize(rng.random(size), ends).astype(np.uint8)
