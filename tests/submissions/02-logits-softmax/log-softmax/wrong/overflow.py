# expect: 02-logits-softmax/log-softmax/overflow
# points: 1
def log_softmax(z):
    return z - np.log(np.exp(z).sum(axis=-1, keepdims=True))
