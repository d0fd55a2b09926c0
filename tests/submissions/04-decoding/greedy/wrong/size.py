# expect: 04-decoding/greedy/size-not-sign
# points: 0
def greedy(z):
    return np.argmax(np.abs(z))
