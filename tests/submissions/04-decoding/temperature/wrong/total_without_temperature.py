# expect: 04-decoding/temperature/other-total
# points: 0
def shares_at(z, temperature):
    return np.exp(z / temperature) / np.exp(z).sum()
