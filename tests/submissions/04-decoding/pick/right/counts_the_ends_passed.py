def intervals(p):
    ends = np.cumsum(p)
    return np.stack([ends - p, ends], axis=1)



def pick(p, u):
    passed = int((np.cumsum(p) <= u).sum())
    while passed == len(p) or p[passed] == 0:
        passed -= 1
    return passed
