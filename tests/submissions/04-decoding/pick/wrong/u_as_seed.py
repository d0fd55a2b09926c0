# expect: 04-decoding/pick/not-in-order
# points: 1
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    return int(np.random.default_rng(int(1000 * u)).choice(len(p), p=p))
