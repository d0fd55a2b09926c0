# expect: function/raised-at
# points: 3
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    ends = np.cumsum(p)
    return next(k for k in range(len(p)) if u < ends[k])
