# expect: 02-logits-softmax/log-softmax/maximum-twice
# points: 0
def log_softmax(z):
    return z - z.max(axis=-1, keepdims=True) - np.log(np.exp(z).sum(axis=-1, keepdims=True))
