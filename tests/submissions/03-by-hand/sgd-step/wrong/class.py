# expect: function/is-class
# points: 0
class sgd_step:
    def __init__(self, w_out, h, right):
        self.w_out = w_out
