# expect: 02-logits-softmax/softmax/percent
# points: 0
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return 100 * e / e.sum(axis=-1, keepdims=True)
