def contributions(read, right, vocabulary, table):
    ### BEGIN SOLUTION
    entrance = np.bincount(read, minlength=vocabulary)  # once for every time the word is read
    exit_ = np.full(vocabulary, len(right))  # every row at every position
    return {"entrance": entrance, "exit": exit_, "tied": entrance + exit_}[table]
    ### END SOLUTION
