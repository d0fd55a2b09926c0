# expect: 02-logits-softmax/softmax/whole-maximum
# points: 5
def softmax(z):
    e = np.exp(z - z.max())
    return e / e.sum(axis=-1, keepdims=True)
