# expect: 06-train/first-loss/summed
# points: 1
def first_loss(vocabulary):
    return vocabulary * np.log(vocabulary)


def vocabulary_of(loss):
    return round(np.exp(loss))
