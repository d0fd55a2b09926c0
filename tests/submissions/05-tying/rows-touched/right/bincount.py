def contributions(read, right, vocabulary, table):
    entrance = np.bincount(read, minlength=vocabulary)
    exit_ = np.full(vocabulary, len(right))
    return {"entrance": entrance, "exit": exit_, "tied": entrance + exit_}[table]
