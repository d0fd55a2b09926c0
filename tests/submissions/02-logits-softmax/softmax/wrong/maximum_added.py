# expect: 02-logits-softmax/softmax/maximum-added
# points: 5
def softmax(z):
    e = np.exp(z + z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
