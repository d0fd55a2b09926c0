def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    k = np.searchsorted(np.cumsum(p), u, side="right")
    return min(k, np.flatnonzero(p)[-1])
