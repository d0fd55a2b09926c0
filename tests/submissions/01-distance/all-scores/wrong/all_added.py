# expect: 01-distance/all-scores/all-added
# points: 0
def all_scores(h, table):
    return np.sum(table * h)
