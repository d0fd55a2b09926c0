def logits(h, w_out):
    return (h[..., None, :] * w_out).sum(axis=-1)
