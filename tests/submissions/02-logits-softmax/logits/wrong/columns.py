# expect: 02-logits-softmax/logits/columns
# points: 0
def logits(h, w_out):
    return h @ w_out
