# expect: 04-decoding/temperature/zero-takes-one
# points: 2
def shares_at(z, temperature):
    if temperature == 0:
        p = np.zeros(len(z))
        p[np.argmax(z)] = 1
        return p
    e = np.exp((z - z.max()) / temperature)
    return e / e.sum()
