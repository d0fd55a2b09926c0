# expect: function/returned-none
# points: 0
def turned_table(table, turn):
    table[:] = table @ turn.T
