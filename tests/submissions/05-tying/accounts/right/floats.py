def parameters(V, d, n, t, tied):
    return float(V * d * (2.0 - tied) + t * d + n * (12.0 * d * d + 13.0 * d) + 2.0 * d)


def removed(V, d, n, t):
    return 1 - parameters(V, d, n, t, True) / parameters(V, d, n, t, False)
