# expect: 02-logits-softmax/log-softmax/tiny-added
# points: 1
def log_softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return np.log(e / e.sum(axis=-1, keepdims=True) + 1e-12)
