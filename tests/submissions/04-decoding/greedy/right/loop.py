def greedy(z):
    best = 0
    for k in range(1, len(z)):
        if z[k] > z[best]:
            best = k
    return best
