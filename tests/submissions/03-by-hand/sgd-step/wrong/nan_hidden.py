# expect: 03-by-hand/sgd-step/nan-hidden
# points: 4
def sgd_step(w_out, h, right):
    with np.errstate(all='ignore'):
        p = np.exp(w_out @ h)
        p = np.nan_to_num(p / p.sum())
    p[right] -= 1
    return w_out - np.outer(p, h)
