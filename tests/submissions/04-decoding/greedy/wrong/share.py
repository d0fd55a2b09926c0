# expect: 04-decoding/greedy/share-returned
# points: 0
def greedy(z):
    p = np.exp(z - z.max())
    return max(p / p.sum())
