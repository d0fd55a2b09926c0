# expect: 04-decoding/common/other-word
# points: 0
def greedy(z):
    p = np.exp(z - z.max())
    return int(np.random.default_rng(len(z)).choice(len(z), p=p / p.sum()))
