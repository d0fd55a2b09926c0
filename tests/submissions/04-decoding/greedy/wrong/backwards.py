# expect: 04-decoding/greedy/last-of-tied
# points: 0
def greedy(z):
    best = 0
    for k in reversed(range(len(z))):
        if z[k] > z[best]:
            best = k
    return best
