# expect: 06-train/chunked-loss/by-chunks
# points: 0
def chunked_loss(h, w_out, targets, rows):
    total, chunks = 0.0, 0
    for start in range(0, len(h), rows):
        z = h[start : start + rows] @ w_out.T
        y = targets[start : start + rows]
        z = z - z.max(axis=1, keepdims=True)
        losses = np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(y)), y]
        total += losses.sum()
        chunks += 1
    return total / chunks
