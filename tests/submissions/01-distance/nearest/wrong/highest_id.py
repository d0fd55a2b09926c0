# expect: 01-distance/nearest/highest-id
# points: 2
def nearest(h, table, k):
    return np.argsort(table @ h, kind="stable")[::-1][:k]
