# expect: 01-distance/all-scores/several-only
# points: 2
def all_scores(h, table):
    return np.array([table @ position for position in h])
