def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    p = np.sort(softmax(z))[:, ::-1]
    c = np.concatenate([np.zeros((len(p), 1)), p.cumsum(axis=1)], axis=1)
    return 1.0 - c[:, k]
