# expect: 04-decoding/temperature/overflow
# points: 2
def shares_at(z, temperature):
    if temperature == 0:
        return (z == z.max()) / (z == z.max()).sum()
    e = np.exp(z / temperature)
    return e / e.sum()
