def nearest(h, table, k):
    pairs = [(-float(score), i) for i, score in enumerate(table @ h)]
    pairs.sort()
    return np.array([i for _, i in pairs[:k]])
