def score(h, row):
    total = 0.0
    for a, b in zip(h, row):
        total += a * b
    return total


def all_scores(h, table):
    if h.ndim == 1:
        return np.array([score(h, row) for row in table])
    return np.array([all_scores(position, table) for position in h])
