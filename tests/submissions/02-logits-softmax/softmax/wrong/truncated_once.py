# expect: 02-logits-softmax/softmax/truncated
# points: 0
def softmax(z):
    p = np.empty_like(z)
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    p[...] = e / e.sum(axis=-1, keepdims=True)
    return p
