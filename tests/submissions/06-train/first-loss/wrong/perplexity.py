# expect: 06-train/first-loss/vocabulary-returned
# points: 1
def first_loss(vocabulary):
    return vocabulary


def vocabulary_of(loss):
    return round(np.exp(loss))
