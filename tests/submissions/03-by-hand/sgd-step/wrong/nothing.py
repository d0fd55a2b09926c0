# expect: function/not-attempted
# points: 0
def step(w_out, h, right):
    return w_out
