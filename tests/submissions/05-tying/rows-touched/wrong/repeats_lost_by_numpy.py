# expect: 05-tying/rows-touched/repeats-lost
# points: 0
def contributions(read, right, vocabulary, table):
    counts = np.zeros(vocabulary)
    if table != "exit":
        counts[read] += 1
    if table != "entrance":
        counts += len(right)
    return counts
