def tied_logits(table: np.ndarray, step_in: np.ndarray, step_out: np.ndarray, word: int):
    shared = np.array(table)
    for step in (step_in, step_out):
        shared -= step
    return [float(np.dot(row, shared[word])) for row in shared]


def table_slope(table, layers, word, right):
    def shares(z):
        return np.exp(z - np.logaddexp.reduce(z))

    h = layers.dot(table[word])
    push = shares(table.dot(h)) - (np.arange(len(table)) == right)
    slope = np.zeros(table.shape)
    np.add.at(slope, np.arange(len(table)), push[:, None] * h)
    np.add.at(slope, word, layers.T @ (table.T @ push))
    return slope
