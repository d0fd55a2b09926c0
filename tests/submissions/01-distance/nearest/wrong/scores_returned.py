# expect: 01-distance/nearest/scores-returned
# points: 0
def nearest(h, table, k):
    return np.sort(table @ h)[::-1][:k]
