# expect: function/signature
# points: 0
def sgd_step(w_out, right):
    return w_out
