def turned_table(table, turn):
    return table @ turn.T
