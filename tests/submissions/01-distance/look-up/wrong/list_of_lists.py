# expect: function/wrong-type
# points: 2
def one_hot(ids, size):
    return [[1 if i == k else 0 for i in range(size)] for k in ids]


def row_id(row, table):
    return np.flatnonzero((table == row).all(axis=1))[0]
