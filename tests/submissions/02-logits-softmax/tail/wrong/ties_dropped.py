# expect: 02-logits-softmax/tail/ties-dropped
# points: 0
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    p = softmax(z)
    kth = np.sort(p, axis=-1)[:, -k][:, None]
    return np.where(p < kth, p, 0).sum(axis=-1)
