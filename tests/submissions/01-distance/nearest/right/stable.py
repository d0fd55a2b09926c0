def nearest(h, table, k):
    return np.argsort(-(table @ h), kind="stable")[:k]
