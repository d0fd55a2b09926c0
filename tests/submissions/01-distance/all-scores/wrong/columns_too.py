# expect: 01-distance/all-scores/columns-too
# points: 0
def all_scores(h, table):
    return h @ table
