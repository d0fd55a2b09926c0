# expect: 02-logits-softmax/softmax/total-of-logits
# points: 0
def softmax(z):
    return np.exp(z) / np.exp(z.sum(axis=-1, keepdims=True))
