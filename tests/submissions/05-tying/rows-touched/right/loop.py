def contributions(read, right, vocabulary, table):
    counts = np.zeros(vocabulary)
    for word, _ in zip(read, right):
        if table in ("entrance", "tied"):
            counts[word] += 1
        if table in ("exit", "tied"):
            counts += 1
    return counts
