# expect: 04-decoding/pick/cut-to-the-left
# points: 2
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    return np.searchsorted(np.cumsum(p), u)
