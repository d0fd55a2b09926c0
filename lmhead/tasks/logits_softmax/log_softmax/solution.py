def log_softmax(z):
    ### BEGIN SOLUTION
    below = z - z.max(axis=-1, keepdims=True)  # (..., V), the largest is 0
    return below - np.log(np.exp(below).sum(axis=-1, keepdims=True))
    ### END SOLUTION
