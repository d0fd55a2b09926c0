# expect: 06-train/first-loss/share-of-a-word
# points: 1
def first_loss(vocabulary):
    return np.log(vocabulary)


def vocabulary_of(loss):
    return np.exp(-loss)
