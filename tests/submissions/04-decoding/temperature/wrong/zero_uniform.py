# expect: 04-decoding/temperature/zero-is-uniform
# points: 2
def shares_at(z, temperature):
    if temperature == 0:
        return np.full(len(z), 1 / len(z))
    e = np.exp((z - z.max()) / temperature)
    return e / e.sum()
