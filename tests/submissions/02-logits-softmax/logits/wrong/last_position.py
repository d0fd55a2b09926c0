# expect: 02-logits-softmax/logits/last-position
# points: 2
def logits(h, w_out):
    return w_out @ h if h.ndim == 1 else h[..., -1, :] @ w_out.T
