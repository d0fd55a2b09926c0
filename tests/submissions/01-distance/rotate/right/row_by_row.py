def turned_table(table, turn):
    return np.array([turn @ row for row in table])
