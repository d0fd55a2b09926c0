# expect: 01-distance/nearest/one-only
# points: 0
def nearest(h, table, k):
    return np.argmax(table @ h)
