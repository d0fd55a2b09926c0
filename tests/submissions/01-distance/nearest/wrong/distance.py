# expect: 01-distance/nearest/distance
# points: 0
def nearest(h, table, k):
    return np.argsort(np.linalg.norm(table - h, axis=1), kind="stable")[:k]
