def logits(h, w_out):
    flat = h.reshape(-1, h.shape[-1])
    z = flat @ w_out.transpose()
    return z.reshape(h.shape[:-1] + (w_out.shape[0],))
