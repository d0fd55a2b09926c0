# expect: 01-distance/all-scores/columns
# points: 0
def all_scores(h, table):
    return table.T @ h
