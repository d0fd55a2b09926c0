# expect: 02-logits-softmax/softmax/by-largest
# points: 0
def softmax(z):
    e = np.exp(z)
    return e / e.max(axis=-1, keepdims=True)
