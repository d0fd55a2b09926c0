# expect: 04-decoding/temperature/too-sharp
# points: 0
def shares_at(z, temperature):
    e = np.exp(2 * (z - z.max()) / temperature)
    return e / e.sum()
