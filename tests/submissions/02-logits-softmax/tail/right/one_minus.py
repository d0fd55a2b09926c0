def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    p = np.sort(softmax(z), axis=-1)[:, ::-1]
    return 1 - p[:, :k].sum(axis=-1)
