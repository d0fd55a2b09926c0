# expect: 04-decoding/greedy/unstable
# points: 0
def greedy(z):
    return np.argsort(-z)[0]
