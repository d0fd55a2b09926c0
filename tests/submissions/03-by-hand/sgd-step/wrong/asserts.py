# expect: function/raised-at
# points: 0
def sgd_step(w_out, h, right):
    assert w_out.shape == (4, 3)
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return w_out - np.outer(p, h)
