def turned_table(table, turn):
    return table @ np.linalg.inv(turn)
