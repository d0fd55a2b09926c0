# expect: 02-logits-softmax/log-softmax/no-keepdims
# points: 0
def log_softmax(z):
    return z - np.log(np.exp(z).sum(axis=-1))
