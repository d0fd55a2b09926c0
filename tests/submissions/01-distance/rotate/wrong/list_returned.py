# expect: function/wrong-type
# points: 0
def turned_table(table, turn):
    return [turn @ row for row in table]
