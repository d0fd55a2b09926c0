# expect: 01-distance/all-scores/one-position-only
# points: 2
def all_scores(h, table):
    return table @ h
