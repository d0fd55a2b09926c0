# expect: 04-decoding/pick/not-summed
# points: 1
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    for k in range(len(p)):
        if u < p[k]:
            return k
    return len(p) - 1
