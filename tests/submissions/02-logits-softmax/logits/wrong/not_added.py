# expect: 02-logits-softmax/logits/not-added
# points: 0
def logits(h, w_out):
    return w_out * h
