# expect: function/out-of-time
# points: 0
def sgd_step(w_out, h, right):
    while True:
        pass
