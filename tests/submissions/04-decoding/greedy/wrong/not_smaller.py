# expect: 04-decoding/greedy/last-of-tied
# points: 0
def greedy(z):
    best = 0
    for k, score in enumerate(z):
        if score >= z[best]:
            best = k
    return best
