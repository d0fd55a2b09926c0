# expect: 02-logits-softmax/tail/minus-zero
# points: 2
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    return 1 - np.sort(softmax(z), axis=-1)[:, -k:].sum(axis=-1)
