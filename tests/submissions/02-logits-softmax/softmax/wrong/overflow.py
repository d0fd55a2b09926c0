# expect: 02-logits-softmax/softmax/overflow
# points: 5
def softmax(z):
    e = np.exp(z)
    return e / e.sum(axis=-1, keepdims=True)
