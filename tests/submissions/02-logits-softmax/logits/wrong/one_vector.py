# expect: 02-logits-softmax/logits/one-vector
# points: 2
def logits(h, w_out):
    return w_out @ h
