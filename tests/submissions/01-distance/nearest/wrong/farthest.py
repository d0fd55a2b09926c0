# expect: 01-distance/nearest/farthest
# points: 0
def nearest(h, table, k):
    return np.argsort(table @ h)[:k]
