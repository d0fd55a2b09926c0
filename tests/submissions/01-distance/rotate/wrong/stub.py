# expect: function/not-attempted
# points: 0
def turned_table(table, turn):
    raise NotImplementedError()
