# expect: 04-decoding/pick/ends-only
# points: 3
def intervals(p):
    return np.cumsum(p)


def pick(p, u):
    k = np.searchsorted(np.cumsum(p), u, side="right")
    return min(k, np.flatnonzero(p)[-1])
