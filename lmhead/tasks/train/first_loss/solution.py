def first_loss(vocabulary):
    ### BEGIN SOLUTION
    return np.log(vocabulary)  # -ln(1/V)
    ### END SOLUTION


def vocabulary_of(loss):
    ### BEGIN SOLUTION
    return round(np.exp(loss))  # rounded: the float may lie a hair below the whole number
    ### END SOLUTION
