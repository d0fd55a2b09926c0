def sgd_step(w_out, h, right):
    print("shape", w_out.shape)
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return w_out - np.outer(p, h)
