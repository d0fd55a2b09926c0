# expect: 01-distance/all-scores/turned-round
# points: 2
def all_scores(h, table):
    return table @ h.T
