# expect: 01-distance/nearest/not-sorted
# points: 0
def nearest(h, table, k):
    return np.argsort(-(table @ h), kind="stable")[:k][np.argsort(np.arange(k) % 2, kind="stable")]
