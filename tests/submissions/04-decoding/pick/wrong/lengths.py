# expect: 04-decoding/pick/lengths
# points: 3
def intervals(p):
    return np.column_stack([np.cumsum(p) - p, p])


def pick(p, u):
    k = np.searchsorted(np.cumsum(p), u, side="right")
    return min(k, np.flatnonzero(p)[-1])
