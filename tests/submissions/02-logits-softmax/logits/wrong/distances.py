# expect: 02-logits-softmax/logits/distances
# points: 0
def logits(h, w_out):
    return np.sqrt(((w_out - h) ** 2).sum(axis=1))
