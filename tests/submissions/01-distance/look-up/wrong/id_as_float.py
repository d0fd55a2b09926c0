# expect: function/wrong-type
# points: 2
def one_hot(ids, size):
    return np.eye(size)[ids]


def row_id(row, table):
    return float(np.flatnonzero((table == row).all(axis=1))[0])
