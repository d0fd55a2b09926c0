# expect: 01-distance/look-up/same-length
# points: 2
def one_hot(ids, size):
    return (np.asarray(ids)[:, None] == np.arange(size)).astype(float)


def row_id(row, table):
    return np.abs((table ** 2).sum(axis=1) - (row ** 2).sum()).argmin()
