# expect: 04-decoding/temperature/no-exponential
# points: 0
def shares_at(z, temperature):
    scaled = z / temperature
    return scaled / scaled.sum()
