# expect: 01-distance/all-scores/best-id
# points: 0
def all_scores(h, table):
    return (h @ table.T).argmax(axis=-1)
