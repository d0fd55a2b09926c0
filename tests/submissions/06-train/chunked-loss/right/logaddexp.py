def chunked_loss(h, w_out, targets, rows):
    losses = np.empty(len(h))
    start = 0
    while start < len(h):
        part = slice(start, start + rows)
        z = np.einsum("nd,vd->nv", h[part], w_out)
        losses[part] = np.logaddexp.reduce(z, axis=1) - np.take_along_axis(
            z, targets[part, None], axis=1
        ).ravel()
        start += rows
    return np.mean(losses)
