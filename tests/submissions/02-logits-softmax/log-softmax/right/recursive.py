def log_softmax(z):
    if z.ndim > 1:
        return np.array([log_softmax(part) for part in z])
    below = z - np.max(z)
    return below - np.log(np.sum(np.exp(below)))
