# expect: 04-decoding/greedy/exponentials
# points: 0
def greedy(z):
    return np.exp(z).argmax()
