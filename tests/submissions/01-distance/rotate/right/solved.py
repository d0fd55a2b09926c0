def turned_table(table, turn):
    # new @ turn = table
    return np.linalg.solve(turn.T, table.T).T
