def all_scores(h, table):
    return np.einsum("...i,ki->...k", h, table)
