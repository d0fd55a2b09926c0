# expect: function/signature
# points: 0
def logits(h, w_out, axis):
    return h @ w_out.T
