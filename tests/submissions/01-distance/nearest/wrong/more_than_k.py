# expect: 01-distance/nearest/more-than-k
# points: 2
def nearest(h, table, k):
    z = table @ h
    order = np.argsort(-z, kind="stable")
    return order[z[order] >= z[order[k - 1]]]
