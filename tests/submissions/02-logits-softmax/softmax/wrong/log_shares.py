# expect: 02-logits-softmax/softmax/log-shares
# points: 0
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return np.log(e / e.sum(axis=-1, keepdims=True))
