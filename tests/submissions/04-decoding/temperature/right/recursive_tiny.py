def shares_at(z, temperature):
    lead = np.asarray(z, dtype=float) - np.max(z)
    if temperature < 1e-12:
        e = np.where(lead == 0, 1.0, 0.0)
    else:
        e = np.exp(lead / temperature)
    return e / e.sum()
