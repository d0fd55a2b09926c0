def shares_at(z, temperature):
    if temperature == 0:
        largest = z == z.max()
        return largest / largest.sum()
    e = np.exp((z - z.max()) / temperature)
    return e / e.sum()
