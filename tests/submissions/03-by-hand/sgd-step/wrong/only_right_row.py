# expect: 03-by-hand/sgd-step/only-right-row
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    new = w_out.copy()
    new[right] += (1 - p[right]) * h
    return new
