def softmax(z):
    total = np.logaddexp.reduce(z, axis=-1, keepdims=True)
    return np.exp(z - total)
