def greedy(z):
    p = np.exp(z - z.max())
    p = p / p.sum()
    return np.flatnonzero(p == p.max())[0]
