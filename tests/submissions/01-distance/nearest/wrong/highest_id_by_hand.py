# expect: 01-distance/nearest/highest-id
# points: 2
def nearest(h, table, k):
    z = table @ h
    return sorted(range(len(z)), key=lambda i: (z[i], i), reverse=True)[:k]
