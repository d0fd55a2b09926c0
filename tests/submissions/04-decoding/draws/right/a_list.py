from bisect import bisect_right


def draws(p, rng, size):
    ends = np.cumsum(p).tolist()
    return [bisect_right(ends, u) for u in rng.random(size)]
