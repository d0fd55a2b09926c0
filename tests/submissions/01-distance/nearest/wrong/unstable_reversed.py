# expect: 01-distance/nearest/unstable-reversed
# points: 2
def nearest(h, table, k):
    return np.argsort(table @ h)[::-1][:k]
