# expect: function/not-attempted
# points: 0
def nearest(h, table, k):
    raise NotImplementedError()
