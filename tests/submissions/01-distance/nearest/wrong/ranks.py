# expect: 01-distance/nearest/ranks
# points: 0
def nearest(h, table, k):
    order = np.argsort(-(table @ h))
    return np.argsort(order)[:k]
