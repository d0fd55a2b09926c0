# expect: 02-logits-softmax/logits/row-sums
# points: 0
def logits(h, w_out):
    return w_out.sum(axis=-1)
