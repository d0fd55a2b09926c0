def greedy(z):
    ### BEGIN SOLUTION
    return np.argmax(z)  # the first of equals
    ### END SOLUTION
