# expect: 04-decoding/pick/nothing-at-the-end
# points: 3
def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)


def pick(p, u):
    end = 0
    for k, share in enumerate(p):
        end += share
        if u < end:
            return k
