# expect: 02-logits-softmax/softmax/clipped
# points: 5
def softmax(z):
    e = np.exp(np.clip(z, -50, 50))
    return e / e.sum(axis=-1, keepdims=True)
