# expect: function/raised-at
# points: 0
def sgd_step(w_out, h, right):
    return w_out @ right
