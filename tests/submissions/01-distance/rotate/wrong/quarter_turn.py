# expect: 01-distance/rotate/quarter-turn
# points: 0
def turned_table(table, turn):
    return np.array([[-row[1], row[0]] for row in table])
