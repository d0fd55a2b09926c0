# expect: 04-decoding/greedy/counted-from-1
# points: 0
def greedy(z):
    return np.argmax(z) + 1
