# expect: 01-distance/look-up/all-but-one
# points: 2
def one_hot(ids, size):
    lists = np.ones((len(ids), size))
    lists[np.arange(len(ids)), ids] = 0
    return lists


def row_id(row, table):
    return np.flatnonzero((table == row).all(axis=1))[0]
