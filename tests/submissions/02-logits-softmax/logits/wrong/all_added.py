# expect: function/wrong-type
# points: 0
def logits(h, w_out):
    return (w_out * h).sum()
