# expect: 04-decoding/temperature/squared
# points: 0
def shares_at(z, temperature):
    scaled = z / temperature
    e = np.exp((scaled - scaled.max()) / temperature)
    return e / e.sum()
