def shares_at(z, temperature):
    z = z.astype(np.float32)
    lead = z - z.max()
    e = np.exp(lead / np.float32(temperature)) if temperature else (lead == 0).astype(np.float32)
    return e / e.sum()
