def contributions(read, right, vocabulary, table):
    counts = np.zeros(vocabulary, dtype=int)
    if table != "exit":
        np.add.at(counts, read, 1)
    if table != "entrance":
        counts += len(read)
    return counts
