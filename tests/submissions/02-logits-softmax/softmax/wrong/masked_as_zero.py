# expect: 02-logits-softmax/softmax/masked-as-zero
# points: 5
def softmax(z):
    z = np.where(np.isfinite(z), z, np.array(0, z.dtype))
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
