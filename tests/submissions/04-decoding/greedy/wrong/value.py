# expect: 04-decoding/greedy/value-returned
# points: 0
def greedy(z):
    return max(z)
