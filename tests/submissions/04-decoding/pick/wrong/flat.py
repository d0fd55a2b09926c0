# expect: function/wrong-shape
# points: 3
def intervals(p):
    ends = np.cumsum(p)
    return np.concatenate([ends - p, ends])


def pick(p, u):
    k = np.searchsorted(np.cumsum(p), u, side="right")
    return min(k, np.flatnonzero(p)[-1])
