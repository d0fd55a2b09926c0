# expect: 06-train/chunked-loss/too-many
# points: 3
def chunked_loss(h, w_out, targets, rows):
    total = 0.0
    for start in range(0, len(h), 18):
        z = h[start : start + 18] @ w_out.T
        y = targets[start : start + 18]
        z = z - z.max(axis=1, keepdims=True)
        total += (np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(y)), y]).sum()
    return total / len(h)
