def logits(h, w_out):
    return np.swapaxes(w_out @ np.swapaxes(np.atleast_2d(h), -1, -2), -1, -2).reshape(*h.shape[:-1], len(w_out))
