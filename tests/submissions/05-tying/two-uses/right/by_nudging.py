def tied_logits(table, step_in, step_out, word):
    E = np.array(table)
    for step in (step_in, step_out):
        E = E - step
    return E.dot(E[word])


def loss(table, layers, word, right):
    z = table @ (layers @ table[word])
    return np.log(np.exp(z).sum()) - z[right]


def table_slope(table, layers, word, right):
    slope = np.empty(table.shape)
    for place in np.ndindex(table.shape):
        up, down = table.copy(), table.copy()
        up[place] += 1e-4
        down[place] -= 1e-4
        slope[place] = (loss(up, layers, word, right) - loss(down, layers, word, right)) / 2e-4
    return slope
