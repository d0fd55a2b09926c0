def shares_at(z, temperature):
    match temperature:
        case 0:
            return (z == z.max()) / np.count_nonzero(z == z.max())
        case _ if np.isinf(temperature):
            return np.ones_like(z) / z.size
    scaled = z / temperature
    return np.exp(scaled - np.logaddexp.reduce(scaled))
