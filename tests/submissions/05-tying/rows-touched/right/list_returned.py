def contributions(read, right, vocabulary, table):
    seen = list(read)
    counts = []
    for k in range(vocabulary):
        n = 0
        if table != "exit":
            n += seen.count(k)
        if table != "entrance":
            n += len(right)
        counts.append(n)
    return counts
