# expect: 01-distance/all-scores/sorted
# points: 0
def all_scores(h, table):
    return np.sort(h @ table.T)[..., ::-1]
