def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    p = softmax(z)
    order = np.argsort(p, axis=-1)[:, : p.shape[-1] - k]
    return np.take_along_axis(p, order, axis=-1).sum(axis=-1)
