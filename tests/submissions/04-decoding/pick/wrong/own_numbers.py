# expect: 04-decoding/pick/u-ignored
# points: 1
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    return int(np.random.default_rng(0).choice(len(p), p=p))
