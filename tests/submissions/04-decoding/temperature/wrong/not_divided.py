# expect: 04-decoding/temperature/not-renormalised
# points: 0
def shares_at(z, temperature):
    return np.exp(z / temperature)
