# expect: 06-train/chunked-loss/mean-share
# points: 0
def chunked_loss(h, w_out, targets, rows):
    total = 0.0
    for start in range(0, len(h), rows):
        z = h[start : start + rows] @ w_out.T
        y = targets[start : start + rows]
        z = z - z.max(axis=1, keepdims=True)
        losses = np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(y)), y]
        total += np.exp(-losses).sum()
    return total / len(h)
