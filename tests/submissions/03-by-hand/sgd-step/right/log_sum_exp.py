def sgd_step(w_out, h, right):
    z = w_out @ h
    log_total = np.logaddexp.reduce(z)
    slope = np.exp(z - log_total)
    slope[right] -= 1
    return w_out - slope[:, np.newaxis] * h
