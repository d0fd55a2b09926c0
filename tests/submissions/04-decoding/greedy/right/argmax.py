def greedy(z):
    return np.argmax(z)
