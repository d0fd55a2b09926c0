# expect: 06-train/first-loss/cut-off
# points: 1
def first_loss(vocabulary):
    return np.log(vocabulary)


def vocabulary_of(loss):
    return int(np.ceil(np.exp(loss)))
