# expect: 01-distance/rotate/place-by-place
# points: 0
def turned_table(table, turn):
    return table * turn
