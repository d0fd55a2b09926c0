# expect: 06-train/first-loss/decimal-logarithm
# points: 1
def first_loss(vocabulary):
    return np.log10(vocabulary)


def vocabulary_of(loss):
    return round(np.exp(loss))
