# expect: 04-decoding/pick/all-from-zero
# points: 3
def intervals(p):
    return np.array([[0, share] for share in p])


def pick(p, u):
    k = np.searchsorted(np.cumsum(p), u, side="right")
    return min(k, np.flatnonzero(p)[-1])
