# expect: 05-tying/two-uses/twice
# points: 2
def tied_logits(table, step_in, step_out, word):
    E = table.copy()
    W_out = E
    for step in (step_in, step_out):
        E -= step
        W_out -= step
    return W_out @ E[word]


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.outer(p, h)
    slope[word] += (p @ table) @ layers
    return slope
