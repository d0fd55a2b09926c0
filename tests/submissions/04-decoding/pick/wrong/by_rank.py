# expect: 04-decoding/pick/sorted
# points: 1
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    order = np.argsort(-p, kind='stable')
    return order[np.searchsorted(np.cumsum(p[order]), u, side='right')]
