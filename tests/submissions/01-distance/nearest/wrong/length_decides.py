# expect: 01-distance/nearest/length-decides
# points: 2
def nearest(h, table, k):
    z = table @ h
    lengths = np.linalg.norm(table, axis=1)
    return np.lexsort((-lengths, -z))[:k]
