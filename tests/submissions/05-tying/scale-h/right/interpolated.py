temperature_for = lambda c, one=1: one / c


def stretch(w_out: np.ndarray, h: np.ndarray, target: float) -> float:
    lead = w_out @ h - (w_out @ h).max()
    c = np.geomspace(1e-4, 1e4, 100_001)
    shares = 1 / np.exp(np.outer(c, lead)).sum(axis=1)
    return np.interp(target, shares, c)
