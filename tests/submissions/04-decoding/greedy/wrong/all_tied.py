# expect: 04-decoding/greedy/all-of-tied
# points: 0
def greedy(z):
    return np.where(z == np.max(z))[0]
