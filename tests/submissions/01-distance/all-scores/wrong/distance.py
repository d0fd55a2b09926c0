# expect: 01-distance/all-scores/distance
# points: 0
def all_scores(h, table):
    return np.sqrt(((h[..., None, :] - table) ** 2).sum(axis=-1))
