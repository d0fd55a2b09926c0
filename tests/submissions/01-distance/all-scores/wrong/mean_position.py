# expect: 01-distance/all-scores/mean-position
# points: 2
def all_scores(h, table):
    h = h.reshape(-1, table.shape[1]).mean(axis=0)
    return table @ h
