# expect: 04-decoding/pick/cut-to-the-left
# points: 3
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    ends = np.cumsum(p)
    ends[-1] = 1
    k = np.searchsorted(ends, u)
    return min(k, np.flatnonzero(p)[-1])
