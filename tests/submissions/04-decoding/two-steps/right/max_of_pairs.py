def two_steps(first, second):
    pairs = [(i, j) for i in range(len(first)) for j in range(len(first))]
    return max(pairs, key=lambda pair: first[pair[0]] * second[pair])
