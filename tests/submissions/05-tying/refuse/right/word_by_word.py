def tied_head(words_in, words_out, table, h):
    if len(words_in) != len(words_out):
        raise ValueError("different numbers of words")
    for k, (one, other) in enumerate(zip(words_in, words_out)):
        if one != other:
            raise ValueError(f"row {k} is {one} at the entrance and {other} at the exit")
    V, d = table.shape
    if (V, d) != (len(words_in), h.shape[0]):
        raise ValueError("shapes do not fit")
    return np.array([sum(table[k, i] * h[i] for i in range(d)) for k in range(V)])
