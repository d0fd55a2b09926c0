# expect: 01-distance/nearest/from-one
# points: 0
def nearest(h, table, k):
    return np.argsort(-(table @ h), kind="stable")[:k] + 1
