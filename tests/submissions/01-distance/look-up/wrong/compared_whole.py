# expect: function/raised-at
# points: 2
def one_hot(ids, size):
    return (np.asarray(ids)[:, None] == np.arange(size)).astype(float)


def row_id(row, table):
    for k in range(len(table)):
        if table[k] == row:
            return k
