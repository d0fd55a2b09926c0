# expect: 01-distance/nearest/cosine-decides
# points: 2
def nearest(h, table, k):
    z = table @ h
    lengths = np.linalg.norm(table, axis=1) * np.linalg.norm(h)
    with np.errstate(all="ignore"):
        cosines = np.nan_to_num(z / lengths)
    return np.lexsort((-cosines, -z))[:k]
