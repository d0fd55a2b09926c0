def greedy(z, start=0):
    best = start
    for k in range(len(z)):
        best = k if z[k] > z[best] else best
    return np.array(best)
