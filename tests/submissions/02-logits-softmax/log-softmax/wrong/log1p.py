# expect: 02-logits-softmax/log-softmax/log1p
# points: 0
def log_softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return np.log1p(e / e.sum(axis=-1, keepdims=True))
