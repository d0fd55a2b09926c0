# expect: 01-distance/rotate/columns
# points: 0
def turned_table(table, turn):
    return turn @ table.T
