# expect: 05-tying/rows-touched/once-at-exit
# points: 0
def contributions(read, right, vocabulary, table):
    counts = np.bincount(read, minlength=vocabulary)
    rights = np.bincount(right, minlength=vocabulary)
    entrance = counts
    exit_ = np.ones(vocabulary)
    return {"entrance": entrance, "exit": exit_, "tied": entrance + exit_}[table]
