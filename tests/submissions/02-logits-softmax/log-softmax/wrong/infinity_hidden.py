# expect: 02-logits-softmax/log-softmax/nan-hidden
# points: 1
def log_softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return np.nan_to_num(np.log(e / e.sum(axis=-1, keepdims=True)))
