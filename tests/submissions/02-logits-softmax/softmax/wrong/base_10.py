# expect: 02-logits-softmax/softmax/base-10
# points: 0
def softmax(z):
    e = 10.0 ** (z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
