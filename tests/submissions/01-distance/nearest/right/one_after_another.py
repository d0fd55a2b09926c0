def nearest(h, table, k):
    z = (table @ h).astype(float)
    ids = []
    for _ in range(k):
        best = int(np.argmax(z))  # the first of equal ones
        ids.append(best)
        z[best] = -np.inf
    return np.array(ids, dtype=np.int32)
