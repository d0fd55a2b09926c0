def logits(h, w_out):
    return np.dot(h, w_out.T)
