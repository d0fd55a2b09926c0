# expect: 01-distance/all-scores/not-added
# points: 2
def all_scores(h, table):
    if h.ndim == 1:
        return table * h
    return h @ table.T
