def two_steps(first, second):
    i, j = np.unravel_index(np.argmax(first[:, None] * second), second.shape)
    return i, j
