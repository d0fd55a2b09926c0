# expect: 02-logits-softmax/softmax/divided-logits
# points: 0
def softmax(z):
    return z / z.sum(axis=-1, keepdims=True)
