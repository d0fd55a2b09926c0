def softmax(z):
    m = np.max(z, axis=-1, keepdims=True)
    below = z - m
    return np.exp(below - np.log(np.exp(below).sum(axis=-1, keepdims=True)))
