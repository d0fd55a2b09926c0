# expect: 02-logits-softmax/softmax/masked-left-out
# points: 5
def softmax(z):
    if z.ndim == 1:
        z = z[z > -np.inf]
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
