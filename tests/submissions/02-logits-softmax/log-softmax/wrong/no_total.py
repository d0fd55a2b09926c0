# expect: 02-logits-softmax/log-softmax/no-total
# points: 0
def log_softmax(z):
    return z - z.max(axis=-1, keepdims=True)
