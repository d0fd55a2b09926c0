def logits(h, w_out):
    return h @ w_out.T
