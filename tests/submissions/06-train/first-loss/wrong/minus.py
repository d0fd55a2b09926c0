# expect: 06-train/first-loss/minus
# points: 1
def first_loss(vocabulary):
    return -np.log(vocabulary)


def vocabulary_of(loss):
    return round(np.exp(loss))
