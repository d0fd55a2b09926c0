# expect: 02-logits-softmax/logits/flattened
# points: 2
def logits(h, w_out):
    z = h.reshape(-1, h.shape[-1]) @ w_out.T
    return z[0] if h.ndim == 1 else z
