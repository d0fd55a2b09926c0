# expect: 01-distance/rotate/unchanged
# points: 0
def turned_table(table, turn):
    return table
