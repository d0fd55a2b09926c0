# expect: 02-logits-softmax/softmax/nan-hidden
# points: 5
def softmax(z):
    e = np.exp(z)
    return np.nan_to_num(e / e.sum(axis=-1, keepdims=True))
