# expect: 02-logits-softmax/softmax/masked-low
# points: 5
def softmax(z):
    z = np.where(z == -np.inf, np.array(-10, z.dtype), z)
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
