# expect: function/printed
# points: 1
def first_loss(vocabulary):
    print(np.log(vocabulary))


def vocabulary_of(loss):
    return round(np.exp(loss))
