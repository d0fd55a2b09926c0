def logits(h, w_out):
    return np.tensordot(h, w_out, axes=(-1, 1))
