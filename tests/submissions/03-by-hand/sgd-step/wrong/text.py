# expect: function/not-a-function
# points: 0
sgd_step = "w_out - np.outer(p, h)"
