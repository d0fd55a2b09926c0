# expect: 01-distance/rotate/turned-twice
# points: 0
def turned_table(table, turn):
    return table @ turn.T @ turn.T
