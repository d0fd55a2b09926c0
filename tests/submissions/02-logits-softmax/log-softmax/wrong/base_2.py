# expect: 02-logits-softmax/log-softmax/base-2
# points: 0
def log_softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return np.log2(e / e.sum(axis=-1, keepdims=True))
