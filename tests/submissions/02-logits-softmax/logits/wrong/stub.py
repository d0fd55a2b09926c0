# expect: function/not-attempted
# points: 0
def logits(h, w_out):
    raise NotImplementedError()
