# expect: 04-decoding/pick/counted-from-1
# points: 1
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    return np.searchsorted(np.cumsum(p), u, side='right') + 1
