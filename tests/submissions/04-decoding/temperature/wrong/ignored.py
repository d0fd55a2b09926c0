# expect: 04-decoding/temperature/ignored
# points: 0
def shares_at(z, temperature):
    e = np.exp(z - z.max())
    return e / e.sum()
