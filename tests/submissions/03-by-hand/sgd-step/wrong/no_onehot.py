# expect: 03-by-hand/sgd-step/no-onehot
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    return w_out - np.outer(p, h)
