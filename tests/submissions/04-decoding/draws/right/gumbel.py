def draws(p, rng, size):
    with np.errstate(divide="ignore"):
        z = np.log(p)
    return np.argmax(z + rng.gumbel(size=(size, len(p))), axis=1)
