# expect: 01-distance/nearest/lowest-first
# points: 0
def nearest(h, table, k):
    return np.argsort(table @ h)[-k:]
