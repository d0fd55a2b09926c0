# expect: 03-by-hand/sgd-step/h-stepped
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return h - p @ w_out
