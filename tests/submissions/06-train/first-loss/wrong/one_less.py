# expect: 06-train/first-loss/one-off
# points: 1
def first_loss(vocabulary):
    return np.log(vocabulary - 1)


def vocabulary_of(loss):
    return round(np.exp(loss))
