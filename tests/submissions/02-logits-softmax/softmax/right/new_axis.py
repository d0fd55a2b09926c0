def softmax(z):
    m = np.max(z, axis=-1)
    e = np.exp(z - m[..., np.newaxis])
    return e / np.sum(e, axis=-1)[..., None]
