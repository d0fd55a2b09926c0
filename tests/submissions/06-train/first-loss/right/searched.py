def first_loss(vocabulary):
    z = np.zeros(vocabulary)
    return np.logaddexp.reduce(z)


def vocabulary_of(loss):
    low, high = 1, 10**7
    while low < high:
        middle = (low + high) // 2
        if np.log(middle) < loss - 1e-9:
            low = middle + 1
        else:
            high = middle
    return low
