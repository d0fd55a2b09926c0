# expect: 06-train/first-loss/bits
# points: 1
def first_loss(vocabulary):
    return np.log2(vocabulary)


def vocabulary_of(loss):
    return round(np.exp(loss))
