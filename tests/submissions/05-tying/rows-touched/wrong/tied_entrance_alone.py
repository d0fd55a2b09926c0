# expect: 05-tying/rows-touched/tied-entrance-alone
# points: 0
def contributions(read, right, vocabulary, table):
    counts = np.bincount(read, minlength=vocabulary)
    rights = np.bincount(right, minlength=vocabulary)
    entrance = counts
    exit_ = np.full(vocabulary, len(right))
    return {"entrance": entrance, "exit": exit_, "tied": entrance}[table]
