def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    smallest_first = np.sort(softmax(z), axis=-1)
    return smallest_first[:, : z.shape[-1] - k].sum(axis=-1)
