# expect: 02-logits-softmax/softmax/by-logits
# points: 0
def softmax(z):
    return np.exp(z) / z.sum(axis=-1, keepdims=True)
