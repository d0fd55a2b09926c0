# expect: 02-logits-softmax/softmax/absolute-subtracted
# points: 4
def softmax(z):
    e = np.exp(z - np.abs(z).max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
