# expect: 01-distance/look-up/same-sum
# points: 2
def one_hot(ids, size):
    return (np.asarray(ids)[:, None] == np.arange(size)).astype(float)


def row_id(row, table):
    return np.abs(table.sum(axis=1) - row.sum()).argmin()
