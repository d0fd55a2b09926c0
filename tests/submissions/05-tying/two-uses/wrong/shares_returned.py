# expect: 05-tying/two-uses/shares-returned
# points: 2
def tied_logits(table, step_in, step_out, word):
    E = table - step_in - step_out
    z = E @ E[word]
    e = np.exp(z - z.max())
    return e / e.sum()


def table_slope(table, layers, word, right):
    h = layers @ table[word]
    z = table @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    slope = np.outer(p, h)
    slope[word] += (p @ table) @ layers
    return slope
