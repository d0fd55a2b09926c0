import math


def tied_logits(table, step_in, step_out, word):
    V, d = table.shape
    E = [[table[k, i] - step_in[k, i] - step_out[k, i] for i in range(d)] for k in range(V)]
    return np.array([sum(E[k][i] * E[word][i] for i in range(d)) for k in range(V)])


def table_slope(table, layers, word, right):
    V, d = table.shape
    h = [sum(layers[i, j] * table[word, j] for j in range(d)) for i in range(d)]
    z = [sum(table[k, i] * h[i] for i in range(d)) for k in range(V)]
    total = sum(math.exp(score) for score in z)
    push = [math.exp(z[k]) / total - (k == right) for k in range(V)]
    slope = np.zeros((V, d))
    for k in range(V):
        for i in range(d):
            slope[k, i] += push[k] * h[i]
    for j in range(d):
        for i in range(d):
            slope[word, j] += layers[i, j] * sum(push[k] * table[k, i] for k in range(V))
    return slope
