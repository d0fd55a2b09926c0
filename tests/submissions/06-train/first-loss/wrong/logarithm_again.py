# expect: 06-train/first-loss/logarithm-again
# points: 1
def first_loss(vocabulary):
    return np.log(vocabulary)


def vocabulary_of(loss):
    return np.log(loss)
