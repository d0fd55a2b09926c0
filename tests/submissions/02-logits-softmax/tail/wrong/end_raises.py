# expect: function/raised-at
# points: 2
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def tail(z, k):
    p = np.sort(softmax(z), axis=-1)[:, ::-1]
    if not 0 < k < p.shape[-1]:
        raise ValueError("k is out of range")
    return p[:, k:].sum(axis=-1)
