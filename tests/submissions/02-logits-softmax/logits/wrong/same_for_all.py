# expect: 02-logits-softmax/logits/all-added
# points: 0
def logits(h, w_out):
    return np.array([(w_out * h).sum() for _ in w_out])
