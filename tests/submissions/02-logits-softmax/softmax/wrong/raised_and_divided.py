# expect: 02-logits-softmax/softmax/raised-and-divided
# points: 0
def softmax(z):
    up = z - z.min(axis=-1, keepdims=True)
    return up / up.sum(axis=-1, keepdims=True)
