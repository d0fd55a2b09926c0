# expect: 06-train/chunked-loss/last-chunk-dropped
# points: 0
def chunked_loss(h, w_out, targets, rows):
    total = 0.0
    for chunk in range(len(h) // rows):
        part = slice(chunk * rows, (chunk + 1) * rows)
        z = h[part] @ w_out.T
        z = z - z.max(axis=1, keepdims=True)
        total += (np.log(np.exp(z).sum(axis=1)) - z[np.arange(rows), targets[part]]).sum()
    return total / len(h)
