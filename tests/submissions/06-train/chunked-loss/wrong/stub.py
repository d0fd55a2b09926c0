# expect: function/not-attempted
# points: 0
def chunked_loss(h, w_out, targets, rows):
    raise NotImplementedError()
