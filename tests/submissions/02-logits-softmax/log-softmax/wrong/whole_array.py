# expect: 02-logits-softmax/log-softmax/whole-array
# points: 0
def log_softmax(z):
    b = z - z.max()
    return b - np.log(np.exp(b).sum())
