import math


def sgd_step(w_out, h, right):
    rows, columns = w_out.shape
    z = [sum(float(w_out[k, i]) * float(h[i]) for i in range(columns)) for k in range(rows)]
    largest = max(z)
    total = sum(math.exp(score - largest) for score in z)
    new = w_out.copy()
    for k in range(rows):
        slope = math.exp(z[k] - largest) / total - (1 if k == right else 0)
        for i in range(columns):
            new[k, i] -= slope * h[i]
    return new
