# expect: 04-decoding/temperature/zero-is-one
# points: 2
def shares_at(z, temperature):
    temperature = temperature or 1
    e = np.exp((z - z.max()) / temperature)
    return e / e.sum()
