def contributions(read, right, vocabulary, table):
    onehots = np.eye(vocabulary)[read]
    entrance = onehots.sum(axis=0)
    exit_ = np.ones((len(right), vocabulary)).sum(axis=0)
    if table == "tied":
        return entrance + exit_
    return entrance if table == "entrance" else exit_
