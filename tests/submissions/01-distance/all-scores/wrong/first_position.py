# expect: 01-distance/all-scores/first-position
# points: 2
def all_scores(h, table):
    h = h.reshape(-1, table.shape[1])
    return table @ h[0]
