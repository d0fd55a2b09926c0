# expect: 01-distance/nearest/all-ids
# points: 0
def nearest(h, table, k):
    return np.argsort(-(table @ h), kind="stable")
