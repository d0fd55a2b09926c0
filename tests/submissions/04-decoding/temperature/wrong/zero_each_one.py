# expect: 04-decoding/temperature/zero-not-shared
# points: 2
def shares_at(z, temperature):
    if temperature == 0:
        return (z == z.max()).astype(float)
    e = np.exp((z - z.max()) / temperature)
    return e / e.sum()
