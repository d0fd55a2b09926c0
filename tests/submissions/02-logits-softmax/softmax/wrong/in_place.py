# expect: function/changed-argument
# points: 5
def softmax(z):
    z -= z.max(axis=-1, keepdims=True)
    e = np.exp(z)
    return e / e.sum(axis=-1, keepdims=True)
