# expect: 04-decoding/temperature/negative-share
# points: 0
def shares_at(z, temperature):
    e = 1 + (z - z.max()) / temperature
    return e / e.sum()
