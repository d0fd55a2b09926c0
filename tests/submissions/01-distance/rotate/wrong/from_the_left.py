# expect: 01-distance/rotate/from-the-left
# points: 0
def turned_table(table, turn):
    return turn @ table
