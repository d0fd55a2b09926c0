# expect: function/signature
# points: 0
def nearest(h, table):
    return np.argsort(-(table @ h), kind="stable")
