# expect: 02-logits-softmax/softmax/masked-nan
# points: 5
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    p = e / e.sum(axis=-1, keepdims=True)
    p[z == -np.inf] = np.nan
    return p
