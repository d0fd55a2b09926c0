# expect: function/returned-function
# points: 0
def sgd_step(w_out, h, right):
    def step():
        return w_out

    return step
