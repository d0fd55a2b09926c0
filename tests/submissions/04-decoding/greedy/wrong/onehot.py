# expect: 04-decoding/greedy/onehot
# points: 0
def greedy(z):
    y = np.zeros(len(z))
    y[np.argmax(z)] = 1
    return y
