# expect: function/wrong-type
# points: 0
def logits(h, w_out):
    return list(h @ w_out.T)
