def logits(h, w_out):
    return np.einsum("...d,vd->...v", h, w_out)
