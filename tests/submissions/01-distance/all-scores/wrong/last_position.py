# expect: 01-distance/all-scores/last-position
# points: 2
def all_scores(h, table):
    if h.ndim > 1:
        h = h[-1]
    return table @ h
