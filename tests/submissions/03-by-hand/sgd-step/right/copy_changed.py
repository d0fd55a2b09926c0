def sgd_step(w_out, h, right):
    new = w_out.copy()
    z = w_out.dot(h)
    z = z - z.max()
    e = np.exp(z)
    for k in range(len(new)):
        new[k] -= (e[k] / e.sum() - (k == right)) * h
    return new
