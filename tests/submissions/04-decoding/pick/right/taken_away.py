def intervals(p):
    rows = np.zeros((len(p), 2))
    rows[:, 1] = np.cumsum(p)
    rows[1:, 0] = rows[:-1, 1]
    return rows


def pick(p, u):
    last = None
    for k, share in enumerate(p):
        if u < share:
            return k
        if share > 0:
            last = k
        u = u - share
    return last
