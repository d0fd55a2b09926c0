# expect: 01-distance/look-up/own-width
# points: 2
def one_hot(ids, size):
    return np.eye(max(ids) + 1)[ids]


def row_id(row, table):
    return np.flatnonzero((table == row).all(axis=1))[0]
