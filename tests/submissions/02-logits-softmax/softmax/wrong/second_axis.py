# expect: 02-logits-softmax/softmax/second-axis
# points: 5
def softmax(z):
    axis = min(1, z.ndim - 1)
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
