def chunked_loss(h: np.ndarray, w_out: np.ndarray, targets: np.ndarray, rows: int) -> float:
    mean, seen = 0.0, 0
    for first in range(0, h.shape[0], rows):
        last = min(first + rows, h.shape[0])
        z = np.dot(w_out, h[first:last].T)
        top = z.max(0)
        part = np.log(np.sum(np.exp(z - top), 0)) + top - z[targets[first:last], range(last - first)]
        mean = (mean * seen + part.sum()) / last
        seen = last
    return mean
