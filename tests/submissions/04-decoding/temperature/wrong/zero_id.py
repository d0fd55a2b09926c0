# expect: 04-decoding/temperature/zero-gives-id
# points: 2
def shares_at(z, temperature):
    if temperature == 0:
        return int(np.argmax(z))
    e = np.exp((z - z.max()) / temperature)
    return e / e.sum()
