# expect: 01-distance/rotate/other-way
# points: 0
def turned_table(table, turn):
    return table @ turn
