def intervals(p):
    ends = np.cumsum(p) / np.sum(p)
    return np.array([np.r_[0, ends[:-1]], ends]).T


def pick(p, u):
    ends = np.cumsum(p, dtype=float)
    return int(np.searchsorted(ends / ends[-1], u, side="right"))
