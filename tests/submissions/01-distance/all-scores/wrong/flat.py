# expect: 01-distance/all-scores/flat
# points: 2
def all_scores(h, table):
    return (h @ table.T).ravel()
