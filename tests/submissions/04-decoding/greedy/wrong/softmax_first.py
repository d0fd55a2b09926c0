# expect: 04-decoding/greedy/exponentials
# points: 0
def greedy(z):
    p = np.exp(z) / np.exp(z).sum()
    return np.argmax(p)
