# expect: function/not-a-number
# points: 1
def first_loss(vocabulary):
    return f"{np.log(vocabulary):.2f}"


def vocabulary_of(loss):
    return round(np.exp(loss))
