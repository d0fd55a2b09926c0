# expect: 01-distance/look-up/cosine
# points: 2
def one_hot(ids, size):
    return (np.asarray(ids)[:, None] == np.arange(size)).astype(float)


def row_id(row, table):
    lengths = np.linalg.norm(table, axis=1) * np.linalg.norm(row)
    with np.errstate(all="ignore"):
        return np.nan_to_num(table @ row / lengths).argmax()
