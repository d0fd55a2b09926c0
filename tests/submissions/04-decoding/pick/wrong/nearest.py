# expect: 04-decoding/pick/nearest-share
# points: 1
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    return np.argmin(np.abs(p - u))
