def tied_logits(table, step_in, step_out, word):
    E = (table - (step_in + step_out)).astype(np.float32)
    return (E * E[word]).sum(axis=1)


def table_slope(table, layers, word, right):
    E, M = table.astype(np.float32), layers.astype(np.float32)
    h = M @ E[word]
    e = np.exp(E @ h - (E @ h).max())
    push = e / e.sum() - np.eye(len(E), dtype=np.float32)[right]
    read = np.zeros(len(E), dtype=np.float32)
    read[word] = 1
    return np.outer(push, h) + np.outer(read, push @ E @ M)
