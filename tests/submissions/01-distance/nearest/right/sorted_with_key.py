def nearest(h, table, k):
    z = table @ h
    return sorted(range(len(z)), key=lambda i: -z[i])[:k]
