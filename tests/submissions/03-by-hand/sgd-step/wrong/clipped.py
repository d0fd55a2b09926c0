# expect: 03-by-hand/sgd-step/clipped
# points: 4
def sgd_step(w_out, h, right):
    p = np.exp(np.clip(w_out @ h, -60, 60))
    p /= p.sum()
    p[right] -= 1
    return w_out - np.outer(p, h)
