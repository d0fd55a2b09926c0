# expect: 02-logits-softmax/log-softmax/mean
# points: 0
def log_softmax(z):
    return z - np.log(np.exp(z).mean(axis=-1, keepdims=True))
