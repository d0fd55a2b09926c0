# expect: 04-decoding/pick/from-the-end
# points: 1
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    return len(p) - 1 - np.searchsorted(np.cumsum(p[::-1]), u, side='right')
