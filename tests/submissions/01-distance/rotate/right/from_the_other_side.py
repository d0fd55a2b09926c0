def turned_table(table, turn):
    return (turn @ table.T).T
