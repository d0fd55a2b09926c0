# expect: 02-logits-softmax/logits/added-up-column
# points: 0
def logits(h, w_out):
    return (w_out * h).sum(axis=0)
