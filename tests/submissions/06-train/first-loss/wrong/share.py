# expect: 06-train/first-loss/share
# points: 1
def first_loss(vocabulary):
    return 1 / vocabulary


def vocabulary_of(loss):
    return round(np.exp(loss))
