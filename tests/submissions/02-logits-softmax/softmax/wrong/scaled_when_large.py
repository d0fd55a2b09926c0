# expect: 02-logits-softmax/softmax/scaled
# points: 4
def softmax(z):
    if np.abs(z).max() > 50:
        z = z / z.max(axis=-1, keepdims=True)
    e = np.exp(z)
    return e / e.sum(axis=-1, keepdims=True)
