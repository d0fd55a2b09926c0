def all_scores(h, table):
    z = np.atleast_2d(h) @ table.T
    return z[0] if np.ndim(h) == 1 else z
