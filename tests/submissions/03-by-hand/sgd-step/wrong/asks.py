# expect: function/input
# points: 0
def sgd_step(w_out, h, right):
    rate = float(input("rate? "))
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return w_out - rate * np.outer(p, h)
