# expect: 04-decoding/temperature/overflow
# points: 1
def shares_at(z, temperature):
    e = np.exp(z / temperature)
    return e / e.sum()
