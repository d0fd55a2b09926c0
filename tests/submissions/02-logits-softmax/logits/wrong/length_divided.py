# expect: 02-logits-softmax/logits/length-divided
# points: 0
def logits(h, w_out):
    return w_out @ (h / np.linalg.norm(h))
