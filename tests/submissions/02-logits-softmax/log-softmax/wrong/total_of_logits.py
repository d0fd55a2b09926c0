# expect: 02-logits-softmax/log-softmax/total-of-logits
# points: 0
def log_softmax(z):
    return z - z.sum(axis=-1, keepdims=True)
