def turned_table(table, turn):
    V, d = table.shape
    new = np.zeros((V, d))
    for k in range(V):
        for i in range(d):
            for j in range(d):
                new[k, i] += turn[i, j] * table[k, j]
    return new
