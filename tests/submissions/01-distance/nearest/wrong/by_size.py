# expect: 01-distance/nearest/by-size
# points: 0
def nearest(h, table, k):
    return np.argsort(-np.abs(table @ h), kind="stable")[:k]
