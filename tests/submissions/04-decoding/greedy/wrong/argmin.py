# expect: 04-decoding/greedy/smallest
# points: 0
def greedy(z):
    return np.argmin(z)
