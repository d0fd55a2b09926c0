# expect: 02-logits-softmax/softmax/minimum-subtracted
# points: 4
def softmax(z):
    e = np.exp(z - z.min(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
