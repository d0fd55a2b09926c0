# expect: 01-distance/nearest/rows-returned
# points: 0
def nearest(h, table, k):
    return table[np.argsort(-(table @ h), kind="stable")[:k]]
