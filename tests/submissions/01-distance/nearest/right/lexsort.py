def nearest(h, table, k):
    z = table @ h
    return np.lexsort((np.arange(len(z)), -z))[:k]
