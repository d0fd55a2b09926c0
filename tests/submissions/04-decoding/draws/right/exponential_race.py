import functools


def race(p, rng, size, times=None):
    with np.errstate(divide="ignore"):
        return (rng.exponential(size=(size, len(p))) / p).argmin(axis=1)


draws = functools.partial(race, times=1)
