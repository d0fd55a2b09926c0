# expect: 06-train/chunked-loss/overflow
# points: 3
def chunked_loss(h, w_out, targets, rows):
    total = 0.0
    for start in range(0, len(h), rows):
        z = h[start : start + rows] @ w_out.T
        y = targets[start : start + rows]
        total += (np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(y)), y]).sum()
    return total / len(h)
