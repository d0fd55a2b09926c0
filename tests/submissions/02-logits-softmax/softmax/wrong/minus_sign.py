# expect: 02-logits-softmax/softmax/minus-sign
# points: 0
def softmax(z):
    e = np.exp(z.min(axis=-1, keepdims=True) - z)
    return e / e.sum(axis=-1, keepdims=True)
