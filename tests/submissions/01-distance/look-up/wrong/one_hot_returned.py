# expect: 01-distance/look-up/one-hot-returned
# points: 2
def one_hot(ids, size):
    return (np.asarray(ids)[:, None] == np.arange(size)).astype(float)


def row_id(row, table):
    return (table == row).all(axis=1).astype(int)
