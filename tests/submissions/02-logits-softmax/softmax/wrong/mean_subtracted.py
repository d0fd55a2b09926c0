# expect: 02-logits-softmax/softmax/mean-subtracted
# points: 4
def softmax(z):
    e = np.exp(z - z.mean(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
