# expect: 02-logits-softmax/softmax/truncated
# points: 0
def softmax(z):
    p = np.zeros_like(z)
    p[...] = np.exp(z - z.max(axis=-1, keepdims=True))
    p[...] = p / p.sum(axis=-1, keepdims=True)
    return p
