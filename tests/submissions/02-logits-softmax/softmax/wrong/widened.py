# expect: function/widened
# points: 5
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    p = np.zeros(z.shape)
    p[...] = e / e.sum(axis=-1, keepdims=True)
    return p
