# expect: 03-by-hand/sgd-step/slope-of-share
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    share = p[right]
    p[right] -= 1
    return w_out - share * np.outer(p, h)
