# expect: 03-by-hand/sgd-step/no-shares
# points: 0
def sgd_step(w_out, h, right):
    new = w_out.copy()
    new[right] += h
    return new
