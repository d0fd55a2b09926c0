# expect: function/wrong-type
# points: 0
def nearest(h, table, k):
    return set(int(i) for i in np.argsort(-(table @ h))[:k])
