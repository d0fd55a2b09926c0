# expect: 01-distance/nearest/unstable
# points: 2
def nearest(h, table, k):
    return np.argsort(-(table @ h))[:k]
