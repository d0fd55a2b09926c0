# expect: 02-logits-softmax/log-softmax/whole-maximum
# points: 1
def log_softmax(z):
    b = z - z.max()
    return b - np.log(np.exp(b).sum(axis=-1, keepdims=True))
