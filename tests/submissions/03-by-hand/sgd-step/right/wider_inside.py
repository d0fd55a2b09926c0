def sgd_step(w_out, h, right):
    w, x = np.asarray(w_out, np.float64), np.asarray(h, np.float64)
    z = w @ x
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return (w - np.outer(p, x)).astype(w_out.dtype)
