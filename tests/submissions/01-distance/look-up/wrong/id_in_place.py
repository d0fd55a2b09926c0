# expect: 01-distance/look-up/id-in-place
# points: 2
def one_hot(ids, size):
    lists = np.zeros((len(ids), size))
    for i, k in enumerate(ids):
        lists[i, k] = k
    return lists


def row_id(row, table):
    return np.flatnonzero((table == row).all(axis=1))[0]
