# expect: 04-decoding/pick/last-without-share
# points: 3
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    return min(np.searchsorted(np.cumsum(p), u, side='right'), len(p) - 1)
