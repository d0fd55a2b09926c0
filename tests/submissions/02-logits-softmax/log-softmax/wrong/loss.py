# expect: 02-logits-softmax/log-softmax/loss
# points: 0
def log_softmax(z):
    b = z - z.max(axis=-1, keepdims=True)
    return np.log(np.exp(b).sum(axis=-1, keepdims=True)) - b
