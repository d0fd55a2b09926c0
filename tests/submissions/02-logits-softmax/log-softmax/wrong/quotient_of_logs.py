# expect: 02-logits-softmax/log-softmax/log-of-exponentials
# points: 0
def log_softmax(z):
    return np.log(np.exp(z)) / np.log(np.exp(z).sum(axis=-1, keepdims=True))
