# expect: function/wrong-shape
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return (w_out - np.outer(p, h)).ravel()
