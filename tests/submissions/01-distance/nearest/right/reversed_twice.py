def nearest(h, table, k):
    z = (table @ h)[::-1]
    order = np.argsort(z, kind="stable")[::-1]
    return len(z) - 1 - order[:k]
