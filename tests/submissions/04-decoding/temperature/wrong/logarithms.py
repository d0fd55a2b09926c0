# expect: 04-decoding/temperature/log-shares
# points: 0
def shares_at(z, temperature):
    scaled = z / temperature
    return scaled - np.logaddexp.reduce(scaled)
