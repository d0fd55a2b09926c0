# expect: 04-decoding/temperature/multiplied
# points: 0
def shares_at(z, temperature):
    e = np.exp(z * temperature - (z * temperature).max())
    return e / e.sum()
