def temperature_for(c):
    return 1 / c


def stretch(w_out, h, target):
    z = w_out @ h
    gap = (z - z.max()) / np.abs(np.sort(z)[-1] - np.sort(z)[-2])
    fine = np.arange(0.0005, 40, 0.0005)
    shares = 1 / np.exp(np.outer(fine, gap)).sum(axis=1)
    best = fine[np.abs(shares - target).argmin()]
    return best / (np.sort(z)[-1] - np.sort(z)[-2])
