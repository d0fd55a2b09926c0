# expect: function/signature
# points: 0
def turned_table(table, turn, h):
    return table @ turn.T
