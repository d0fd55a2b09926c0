# expect: 04-decoding/temperature/divided-by-zero
# points: 2
def shares_at(z, temperature):
    e = np.exp((z - z.max()) / temperature)
    return e / e.sum()
