def all_scores(h, table):
    return (table @ h.T).T
