def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    p = softmax(z)
    place = np.argsort(np.argsort(-z, axis=-1), axis=-1)
    return np.where(place >= k, p, 0).sum(axis=-1)
