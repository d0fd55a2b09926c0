# expect: 01-distance/look-up/farthest
# points: 2
def one_hot(ids, size):
    return (np.asarray(ids)[:, None] == np.arange(size)).astype(float)


def row_id(row, table):
    return np.linalg.norm(table - row, axis=1).argmax()
