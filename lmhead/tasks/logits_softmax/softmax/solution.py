def softmax(z):
    ### BEGIN SOLUTION
    powers = np.exp(z - z.max(axis=-1, keepdims=True))  # (..., V), the largest is 1
    return powers / powers.sum(axis=-1, keepdims=True)
    ### END SOLUTION
