# expect: function/wrong-number
# points: 1
def first_loss(vocabulary):
    return 0.0


def vocabulary_of(loss):
    return round(np.exp(loss))
