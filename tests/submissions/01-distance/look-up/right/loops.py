def one_hot(ids, size):
    lists = np.zeros((len(ids), size), dtype=int)
    for position, k in enumerate(ids):
        lists[position, k] = 1
    return lists


def row_id(row, table):
    for k in range(len(table)):
        if all(table[k][i] == row[i] for i in range(len(row))):
            return k
