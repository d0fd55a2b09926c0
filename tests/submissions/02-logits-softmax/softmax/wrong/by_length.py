# expect: 02-logits-softmax/softmax/by-length
# points: 0
def softmax(z):
    e = np.exp(z)
    return e / np.linalg.norm(e, axis=-1, keepdims=True)
