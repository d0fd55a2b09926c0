# expect: 04-decoding/pick/shares-not-summed
# points: 3
def intervals(p):
    return np.array([[p[k - 1] if k else 0, p[k]] for k in range(len(p))])


def pick(p, u):
    k = np.searchsorted(np.cumsum(p), u, side="right")
    return min(k, np.flatnonzero(p)[-1])
