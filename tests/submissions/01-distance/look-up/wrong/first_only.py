# expect: 01-distance/look-up/first-only
# points: 2
def one_hot(ids, size):
    return np.eye(size)[ids[0]]


def row_id(row, table):
    return np.flatnonzero((table == row).all(axis=1))[0]
