# expect: 02-logits-softmax/tail/logits-added
# points: 0
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    return np.sort(z, axis=-1)[:, ::-1][:, k:].sum(axis=-1)
