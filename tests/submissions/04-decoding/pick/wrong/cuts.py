# expect: 04-decoding/pick/cuts-only
# points: 3
def intervals(p):
    return np.concatenate([[0], np.cumsum(p)])


def pick(p, u):
    k = np.searchsorted(np.cumsum(p), u, side="right")
    return min(k, np.flatnonzero(p)[-1])
