# expect: 01-distance/nearest/by-id
# points: 0
def nearest(h, table, k):
    return np.sort(np.argsort(-(table @ h), kind="stable")[:k])
