# expect: function/returned-iterator
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    for row, slope in zip(w_out, p):
        yield row - slope * h
