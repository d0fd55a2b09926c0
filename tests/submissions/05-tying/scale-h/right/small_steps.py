def temperature_for(c):
    return 1.0 / float(c)


def stretch(w_out, h, target):
    z = w_out @ h
    z = z - z.max()

    def share(c):
        return 1 / np.exp(c * z).sum()

    c, step = 0.0, 1.0
    while step > 1e-9:
        while share(c + step) < target:
            c += step
        step /= 10
    return c + step
