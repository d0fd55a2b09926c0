# expect: 03-by-hand/sgd-step/not-balanced
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    y = np.eye(len(p))[right]
    return w_out - np.outer(p - 2 * y, h)
