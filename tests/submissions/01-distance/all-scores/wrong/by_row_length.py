# expect: 01-distance/all-scores/by-row-length
# points: 0
def all_scores(h, table):
    return h @ (table / np.linalg.norm(table, axis=1, keepdims=True)).T
