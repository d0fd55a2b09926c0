# expect: 02-logits-softmax/softmax/only-above
# points: 5
def softmax(z):
    if z.max() > 100:
        z = z - z.max(axis=-1, keepdims=True)
    e = np.exp(z)
    return e / e.sum(axis=-1, keepdims=True)
