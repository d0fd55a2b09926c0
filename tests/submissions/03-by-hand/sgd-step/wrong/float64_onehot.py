# expect: function/widened
# points: 4
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    onehot = np.zeros(len(p))
    onehot[right] = 1
    return w_out - np.outer(p - onehot, h)
