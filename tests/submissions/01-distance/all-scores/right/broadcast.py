def all_scores(h, table):
    h = np.asarray(h)
    return (h[..., np.newaxis, :] * table).sum(axis=-1)
