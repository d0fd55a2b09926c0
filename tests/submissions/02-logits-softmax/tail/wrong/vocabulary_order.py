# expect: 02-logits-softmax/tail/vocabulary-order
# points: 0
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    return softmax(z)[:, k:].sum(axis=-1)
