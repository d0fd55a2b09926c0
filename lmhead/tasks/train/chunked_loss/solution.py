def chunked_loss(h, w_out, targets, rows):
    ### BEGIN SOLUTION
    total = 0.0
    for start in range(0, len(h), rows):
        z = h[start : start + rows] @ w_out.T  # at most rows x V logits
        y = targets[start : start + rows]
        z = z - z.max(axis=1, keepdims=True)
        total += (np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(y)), y]).sum()
    return total / len(h)
    ### END SOLUTION
