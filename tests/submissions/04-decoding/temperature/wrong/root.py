# expect: 04-decoding/temperature/too-flat
# points: 0
def shares_at(z, temperature):
    e = np.exp((z - z.max()) / np.sqrt(temperature))
    return e / e.sum()
