# expect: 02-logits-softmax/log-softmax/maximum-added
# points: 0
def log_softmax(z):
    m = z.max(axis=-1, keepdims=True)
    return z + m - np.log(np.exp(z - m).sum(axis=-1, keepdims=True))
