# expect: 04-decoding/pick/past-the-end
# points: 3
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    return np.searchsorted(np.cumsum(p), u, side='right')
