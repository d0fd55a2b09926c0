# expect: 02-logits-softmax/softmax/positions
# points: 5
def softmax(z):
    axis = max(z.ndim - 2, 0)
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
