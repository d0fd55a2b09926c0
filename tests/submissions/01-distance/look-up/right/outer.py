def one_hot(ids, size):
    return np.equal.outer(ids, np.arange(size)).astype(np.int8)


def row_id(row, table):
    return np.abs(table - row).sum(axis=1).argmin()
