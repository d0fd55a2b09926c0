# expect: 01-distance/all-scores/best-only
# points: 0
def all_scores(h, table):
    return (h @ table.T).max(axis=-1)
