# expect: 02-logits-softmax/log-softmax/log-of-logits
# points: 0
def log_softmax(z):
    return np.log(z)
