# expect: 02-logits-softmax/softmax/tiny-added
# points: 5
def softmax(z):
    e = np.exp(z)
    return e / (e.sum(axis=-1, keepdims=True) + 1e-9)
