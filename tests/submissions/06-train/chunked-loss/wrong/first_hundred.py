# expect: 06-train/chunked-loss/other-when-many
# points: 3
def chunked_loss(h, w_out, targets, rows):
    total = 0.0
    for start in range(0, min(len(h), 100), rows):
        z = h[start : start + rows] @ w_out.T
        y = targets[start : start + rows]
        z = z - z.max(axis=1, keepdims=True)
        total += (np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(y)), y]).sum()
    return total / len(h)
