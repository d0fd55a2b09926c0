# expect: 04-decoding/temperature/other-order
# points: 0
def shares_at(z, temperature):
    e = np.exp(-z / temperature)
    return e / e.sum()
