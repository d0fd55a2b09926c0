### BEGIN SOLUTION
def intervals(p):
    ends = np.cumsum(p)  # (V,)
    return np.stack([ends - p, ends], axis=1)  # (V, 2)


def pick(p, u):
    word = np.searchsorted(np.cumsum(p), u, side="right")  # the first end above u
    return min(word, np.flatnonzero(p)[-1])  # u may lie behind the last end
### END SOLUTION
