# expect: 02-logits-softmax/log-softmax/total-added
# points: 0
def log_softmax(z):
    return z + np.log(np.exp(z).sum(axis=-1, keepdims=True))
