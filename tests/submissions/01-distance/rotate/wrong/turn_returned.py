# expect: 01-distance/rotate/turn-returned
# points: 0
def turned_table(table, turn):
    return turn
