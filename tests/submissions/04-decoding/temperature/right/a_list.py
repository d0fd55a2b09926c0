def shares_at(z, temperature):
    if temperature == 0:
        return [float(s == max(z)) / list(z).count(max(z)) for s in z]
    e = np.exp((z - max(z)) / temperature)
    return [float(value / sum(e)) for value in e]
