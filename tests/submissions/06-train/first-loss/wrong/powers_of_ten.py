# expect: 06-train/first-loss/from-decimal
# points: 1
def first_loss(vocabulary):
    return np.log(vocabulary)


def vocabulary_of(loss):
    return 10**loss
