# expect: function/raised-at
# points: 2
def shares_at(z, temperature):
    if temperature <= 0:
        raise ValueError('temperature must be positive')
    e = np.exp((z - z.max()) / temperature)
    return e / e.sum()
