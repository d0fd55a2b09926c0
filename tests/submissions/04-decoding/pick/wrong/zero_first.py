# expect: 04-decoding/pick/zero-to-the-first
# points: 3
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    if u == 0:
        return 0
    k = np.searchsorted(np.cumsum(p), u, side='right')
    return min(k, np.flatnonzero(p)[-1])
