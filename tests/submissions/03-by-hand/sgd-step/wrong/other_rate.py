# expect: 03-by-hand/sgd-step/other-length
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    y = np.eye(len(p))[right]
    return w_out - 0.1 * np.outer(p - y, h)
