# expect: function/raised-at
# points: 0
def contributions(read, right, vocabulary, table):
    return {"E": 1, "W_out": 2}[table]
