# expect: 01-distance/look-up/largest-product
# points: 2
def one_hot(ids, size):
    return (np.asarray(ids)[:, None] == np.arange(size)).astype(float)


def row_id(row, table):
    return np.argmax(table @ row)
