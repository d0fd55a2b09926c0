def turned_table(table, turn):
    ### BEGIN SOLUTION
    return table @ turn.T  # row k is turn @ table[k]
    ### END SOLUTION
