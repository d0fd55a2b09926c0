def softmax(z):
    p = z.astype(float if z.dtype.kind in "iu" else z.dtype)  # a copy
    p -= p.max(axis=-1, keepdims=True)
    np.exp(p, out=p)
    p /= p.sum(axis=-1, keepdims=True)
    return p
