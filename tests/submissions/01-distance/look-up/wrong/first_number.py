# expect: 01-distance/look-up/first-number
# points: 2
def one_hot(ids, size):
    return (np.asarray(ids)[:, None] == np.arange(size)).astype(float)


def row_id(row, table):
    return list(table[:, 0]).index(row[0])
