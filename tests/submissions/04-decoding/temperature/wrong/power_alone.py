# expect: 04-decoding/temperature/not-renormalised
# points: 0
def shares_at(z, temperature):
    e = np.exp(z - z.max())
    return (e / e.sum()) ** (1 / temperature)
