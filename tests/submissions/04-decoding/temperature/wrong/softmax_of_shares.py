# expect: 04-decoding/temperature/shares-scaled
# points: 0
def shares_at(z, temperature):
    e = np.exp(z - z.max())
    p = e / e.sum() / temperature
    return np.exp(p) / np.exp(p).sum()
