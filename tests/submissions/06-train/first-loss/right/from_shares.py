def first_loss(vocabulary):
    p = np.full(vocabulary, 1 / vocabulary)
    return -(p * np.log(p)).sum()


def vocabulary_of(loss):
    return np.rint(np.exp(loss)).astype(int)
