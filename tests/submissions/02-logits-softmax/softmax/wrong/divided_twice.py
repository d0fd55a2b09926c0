# expect: 02-logits-softmax/softmax/divided-first
# points: 0
def softmax(z):
    e = np.exp(z / z.sum(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
