# expect: 01-distance/look-up/last-match
# points: 2
def one_hot(ids, size):
    return (np.asarray(ids)[:, None] == np.arange(size)).astype(float)


def row_id(row, table):
    found = None
    for k in range(len(table)):
        if (table[k] == row).all():
            found = k
    return found
