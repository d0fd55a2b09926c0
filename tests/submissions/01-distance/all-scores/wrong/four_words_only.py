# expect: function/raised-at
# points: 0
def all_scores(h, table):
    return h @ W_OUT.T
