# expect: 02-logits-softmax/logits/root-d
# points: 0
def logits(h, w_out):
    return h @ w_out.T / np.sqrt(h.shape[-1])
