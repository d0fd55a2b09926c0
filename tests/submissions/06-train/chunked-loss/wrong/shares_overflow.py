# expect: 06-train/chunked-loss/overflow
# points: 3
def chunked_loss(h, w_out, targets, rows):
    total = 0.0
    for start in range(0, len(h), rows):
        e = np.exp(h[start : start + rows] @ w_out.T)
        y = targets[start : start + rows]
        total -= np.log(e[np.arange(len(y)), y] / e.sum(axis=1)).sum()
    return total / len(h)
