# expect: function/wrong-number
# points: 1
def first_loss(vocabulary):
    return np.log(vocabulary)


def vocabulary_of(loss):
    return loss
