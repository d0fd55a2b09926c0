def all_scores(h, table):
    return h @ table.T
