# expect: 01-distance/rotate/first-row
# points: 0
def turned_table(table, turn):
    return turn @ table[0]
