# expect: 02-logits-softmax/softmax/by-mean
# points: 0
def softmax(z):
    e = np.exp(z)
    return e / e.mean(axis=-1, keepdims=True)
