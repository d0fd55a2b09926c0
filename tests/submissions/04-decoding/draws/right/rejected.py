def draws(p: np.ndarray, rng: np.random.Generator, size: int = 1) -> list:
    words = []
    while len(words) < size:
        offered = rng.integers(len(p), size=size)
        words += offered[rng.random(size) * p.max() < p[offered]].tolist()
    return words[:size]
