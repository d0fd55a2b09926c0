# expect: function/wrong-dtype
# points: 0
def nearest(h, table, k):
    return np.argsort(-(table @ h), kind="stable")[:k].astype(float)
