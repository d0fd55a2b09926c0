# expect: 01-distance/all-scores/cosine
# points: 0
def all_scores(h, table):
    z = h @ table.T
    return z / (np.linalg.norm(h, axis=-1, keepdims=True) * np.linalg.norm(table, axis=1))
