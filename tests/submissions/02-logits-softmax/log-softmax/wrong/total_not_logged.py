# expect: 02-logits-softmax/log-softmax/total-not-logged
# points: 0
def log_softmax(z):
    return z - np.exp(z).sum(axis=-1, keepdims=True)
