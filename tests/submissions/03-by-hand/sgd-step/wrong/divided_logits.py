# expect: 03-by-hand/sgd-step/divided-logits
# points: 0
def sgd_step(w_out, h, right):
    z = w_out @ h
    with np.errstate(all='ignore'):
        p = z / z.sum()
    p[right] -= 1
    return w_out - np.outer(p, h)
