# expect: 03-by-hand/sgd-step/nothing-moved
# points: 0
def sgd_step(w_out, h, right):
    return w_out
