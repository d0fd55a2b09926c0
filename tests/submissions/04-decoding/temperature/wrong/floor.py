# expect: 04-decoding/temperature/temperature-floor
# points: 2
def shares_at(z, temperature):
    if temperature == 0:
        return (z == z.max()) / (z == z.max()).sum()
    temperature = max(temperature, 0.1)
    e = np.exp((z - z.max()) / temperature)
    return e / e.sum()
