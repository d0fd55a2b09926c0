def two_steps(first, second):
    best = (0, 0)
    for i in range(len(first)):
        for j in range(len(second[i])):
            if first[i] * second[i, j] > first[best[0]] * second[best]:
                best = (i, j)
    return best
