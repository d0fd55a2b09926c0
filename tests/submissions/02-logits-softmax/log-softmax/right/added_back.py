def log_softmax(z):
    m = z.max(axis=-1, keepdims=True)
    log_total = m + np.log(np.exp(z - m).sum(axis=-1, keepdims=True))
    return z - log_total
