# expect: 02-logits-softmax/softmax/rows-only
# points: 5
def one(z):
    e = np.exp(z - z.max())
    return e / e.sum()


def softmax(z):
    return one(z) if z.ndim == 1 else np.array([one(row) for row in z])
