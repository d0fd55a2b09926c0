def two_steps(first, second):
    ### BEGIN SOLUTION
    products = first[:, None] * second  # (V, V): row i is multiplied by first[i]
    return np.unravel_index(np.argmax(products), products.shape)
    ### END SOLUTION
