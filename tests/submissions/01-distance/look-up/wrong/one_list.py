# expect: 01-distance/look-up/one-list
# points: 2
def one_hot(ids, size):
    onehot = np.zeros(size)
    onehot[ids] = 1
    return onehot


def row_id(row, table):
    return np.flatnonzero((table == row).all(axis=1))[0]
