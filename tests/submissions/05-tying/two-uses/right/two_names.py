def tied_logits(table, step_in, step_out, word):
    E = table.copy()
    W_out = E
    E -= step_in
    W_out -= step_out
    return W_out @ E[word]


def softmax(z):
    e = np.exp(z - np.max(z))
    return e / e.sum()


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    push = softmax(table @ h) - np.eye(len(table))[right]
    exit_ = push[:, None] * h[None, :]
    entrance = np.zeros_like(exit_)
    entrance[word] = layers.T @ (table.T @ push)
    return exit_ + entrance
