# expect: function/changed-argument
# points: 5
def softmax(z):
    if z.ndim > 1 and z.dtype.kind == "f":
        z -= z.max(axis=-1, keepdims=True)
        e = np.exp(z)
    else:
        e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
