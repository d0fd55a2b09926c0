def intervals(p):
    cuts = np.concatenate([[0.0], np.cumsum(p)])
    return np.column_stack([cuts[:-1], cuts[1:]])


def pick(p, u):
    rows = intervals(p)
    rows[np.flatnonzero(p)[-1] :, 1] = 1.0
    inside = (rows[:, 0] <= u) & (u < rows[:, 1])
    return int(np.argmax(inside))
