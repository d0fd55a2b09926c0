# expect: function/wrong-type
# points: 0
def all_scores(h, table):
    return (h @ table.T).tolist()
