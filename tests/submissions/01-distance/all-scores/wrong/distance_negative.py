# expect: 01-distance/all-scores/distance-negative
# points: 0
def all_scores(h, table):
    return -np.linalg.norm(h[..., None, :] - table, axis=-1)
