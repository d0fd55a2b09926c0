# expect: function/not-attempted
# points: 0
def first_loss(vocabulary):
    raise NotImplementedError()


def vocabulary_of(loss):
    raise NotImplementedError()
