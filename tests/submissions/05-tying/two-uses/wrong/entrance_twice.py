# expect: 05-tying/two-uses/read-row-off
# points: 1
def tied_logits(table, step_in, step_out, word):
    E = table - step_in - step_out
    return E @ E[word]


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.outer(p, h)
    slope[word] += 2 * p @ table @ layers
    return slope
