def two_steps(first, second):
    i = np.argmax(first * second.max(axis=1))
    return [int(i), int(np.argmax(second[i]))]
