# expect: 01-distance/all-scores/positions-added
# points: 2
def all_scores(h, table):
    h = h.reshape(-1, table.shape[1]).sum(axis=0)
    return table @ h
