# expect: 01-distance/nearest/cosine
# points: 0
def nearest(h, table, k):
    lengths = np.linalg.norm(table, axis=1) * np.linalg.norm(h)
    return np.argsort(-(table @ h) / lengths, kind="stable")[:k]
