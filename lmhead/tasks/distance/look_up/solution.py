def one_hot(ids, size):
    ### BEGIN SOLUTION
    return (ids[:, None] == np.arange(size)).astype(float)  # (T, 1) against (size,)
    ### END SOLUTION


def row_id(row, table):
    ### BEGIN SOLUTION
    return np.flatnonzero((table == row).all(axis=1))[0]
    ### END SOLUTION
