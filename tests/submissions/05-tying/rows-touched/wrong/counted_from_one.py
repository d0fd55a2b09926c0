# expect: function/wrong-shape
# points: 0
def contributions(read, right, vocabulary, table):
    counts = np.zeros(vocabulary + 1)
    counts[1:] += np.bincount(read, minlength=vocabulary)
    return counts
