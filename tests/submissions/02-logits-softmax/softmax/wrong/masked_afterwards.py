# expect: 02-logits-softmax/softmax/masked-afterwards
# points: 5
def softmax(z):
    allowed = np.isfinite(z)
    z = np.where(allowed, z, np.zeros_like(z))
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True) * allowed.astype(e.dtype)
