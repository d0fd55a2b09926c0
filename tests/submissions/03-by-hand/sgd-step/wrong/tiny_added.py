# expect: 03-by-hand/sgd-step/tiny-added
# points: 4
def sgd_step(w_out, h, right):
    with np.errstate(all='ignore'):
        p = np.exp(w_out @ h)
        p /= p.sum() + 1e-12
    p[right] -= 1
    return w_out - np.outer(p, h)
