# expect: 04-decoding/pick/rows-and-columns
# points: 3
def intervals(p):
    ends = np.cumsum(p)
    return np.array([ends - p, ends])


def pick(p, u):
    k = np.searchsorted(np.cumsum(p), u, side="right")
    return min(k, np.flatnonzero(p)[-1])
