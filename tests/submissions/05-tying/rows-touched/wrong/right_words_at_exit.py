# expect: 05-tying/rows-touched/right-words-at-exit
# points: 0
def contributions(read, right, vocabulary, table):
    counts = np.bincount(read, minlength=vocabulary)
    rights = np.bincount(right, minlength=vocabulary)
    entrance = counts
    exit_ = rights
    return {"entrance": entrance, "exit": exit_, "tied": entrance + exit_}[table]
