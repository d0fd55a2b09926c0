# expect: 02-logits-softmax/softmax/squared
# points: 0
def softmax(z):
    return z**2 / (z**2).sum(axis=-1, keepdims=True)
