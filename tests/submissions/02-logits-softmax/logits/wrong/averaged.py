# expect: 02-logits-softmax/logits/averaged
# points: 2
def logits(h, w_out):
    return w_out @ h if h.ndim == 1 else h.mean(axis=-2) @ w_out.T
