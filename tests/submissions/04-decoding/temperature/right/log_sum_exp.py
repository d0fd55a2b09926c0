def shares_at(z, temperature):
    if temperature == 0:
        return np.isclose(z, z.max(), rtol=0, atol=0) / np.count_nonzero(z == z.max())
    if np.isinf(temperature):
        return np.full(z.shape, 1 / z.size)
    scaled = z / temperature
    return np.exp(scaled - np.logaddexp.reduce(scaled))
