# expect: 02-logits-softmax/tail/counted
# points: 0
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    return np.full(len(z), (z.shape[1] - k) / z.shape[1])
