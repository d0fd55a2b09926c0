def all_scores(h, table):
    if len(h.shape) == 1:
        return np.dot(table, h)
    return np.matmul(h, np.transpose(table))
