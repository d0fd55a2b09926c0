# expect: 02-logits-softmax/softmax/masked-kept
# points: 5
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    p = e / e.sum(axis=-1, keepdims=True)
    return np.where(z == -np.inf, z, p)
