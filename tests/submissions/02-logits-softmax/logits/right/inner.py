def logits(h, w_out):
    return np.inner(h, w_out)
