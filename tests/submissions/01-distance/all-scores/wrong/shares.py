# expect: 01-distance/all-scores/shares
# points: 0
def all_scores(h, table):
    e = np.exp(h @ table.T)
    return e / e.sum(axis=-1, keepdims=True)
