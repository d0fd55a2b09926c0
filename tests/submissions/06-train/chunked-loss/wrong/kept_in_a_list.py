# expect: 06-train/chunked-loss/all-at-once
# points: 3
def chunked_loss(h, w_out, targets, rows):
    logits = [h[start : start + rows] @ w_out.T for start in range(0, len(h), rows)]
    z = np.concatenate(logits)
    top = z.max(axis=1)
    return np.mean(top + np.log(np.exp(z - top[:, None]).sum(axis=1)) - z[range(len(h)), targets])
