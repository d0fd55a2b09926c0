# expect: 04-decoding/pick/rank-not-id
# points: 1
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    return np.searchsorted(np.cumsum(sorted(p, reverse=True)), u, side='right')
