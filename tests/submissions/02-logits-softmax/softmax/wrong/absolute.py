# expect: 02-logits-softmax/softmax/absolute-divided
# points: 0
def softmax(z):
    return np.abs(z) / np.abs(z).sum(axis=-1, keepdims=True)
