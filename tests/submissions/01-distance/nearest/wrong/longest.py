# expect: 01-distance/nearest/longest
# points: 0
def nearest(h, table, k):
    return np.argsort(-np.linalg.norm(table, axis=1), kind="stable")[:k]
