# expect: 04-decoding/temperature/clipped
# points: 2
def shares_at(z, temperature):
    if temperature == 0:
        return (z == z.max()) / (z == z.max()).sum()
    e = np.exp(np.clip(z / temperature, -80, 80))
    return e / e.sum()
