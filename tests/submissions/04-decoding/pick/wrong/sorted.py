# expect: 04-decoding/pick/sorted
# points: 3
def intervals(p):
    q = np.sort(p)[::-1]
    ends = np.cumsum(q)
    return np.stack([ends - q, ends], axis=1)


def pick(p, u):
    k = np.searchsorted(np.cumsum(p), u, side="right")
    return min(k, np.flatnonzero(p)[-1])
