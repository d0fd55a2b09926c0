def sgd_step(*arguments):
    w_out, h, right = arguments

    def shares(z):
        e = np.exp(z - z.max())
        return e / e.sum()

    slope = shares(w_out @ h)
    slope[right] -= 1
    return w_out - slope[:, None] * h[None, :]
