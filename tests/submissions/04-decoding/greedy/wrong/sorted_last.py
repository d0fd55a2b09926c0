# expect: 04-decoding/greedy/last-of-tied
# points: 0
def greedy(z):
    return np.argsort(z, kind='stable')[-1]
