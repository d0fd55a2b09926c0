# expect: function/returned-too-large
# points: 0
def sgd_step(w_out, h, right):
    return np.zeros((3000, 3000))
