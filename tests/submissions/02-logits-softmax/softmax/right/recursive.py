def softmax(z):
    if z.ndim > 1:
        return np.stack([softmax(part) for part in z])
    e = np.exp(z - z.max())
    return e / e.sum()
