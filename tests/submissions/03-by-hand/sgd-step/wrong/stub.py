# expect: function/not-attempted
# points: 0
def sgd_step(w_out, h, right):
    raise NotImplementedError()
