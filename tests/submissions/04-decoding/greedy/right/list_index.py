def greedy(z):
    z = list(z)
    return z.index(max(z))
