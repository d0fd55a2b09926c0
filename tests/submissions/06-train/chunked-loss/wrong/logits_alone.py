# expect: 06-train/chunked-loss/logits-alone
# points: 0
def chunked_loss(h, w_out, targets, rows):
    return -np.mean((h * w_out[targets]).sum(axis=1))
