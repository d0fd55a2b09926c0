# expect: 01-distance/look-up/ids-returned
# points: 2
def one_hot(ids, size):
    return ids


def row_id(row, table):
    return np.flatnonzero((table == row).all(axis=1))[0]
