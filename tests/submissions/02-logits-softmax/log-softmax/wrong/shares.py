# expect: 02-logits-softmax/log-softmax/shares
# points: 0
def log_softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
