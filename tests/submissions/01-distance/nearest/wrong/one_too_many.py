# expect: function/wrong-shape
# points: 0
def nearest(h, table, k):
    return [np.argsort(-(table @ h))[i] for i in range(k + 1)]
