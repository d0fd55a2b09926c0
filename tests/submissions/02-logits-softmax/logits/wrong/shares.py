# expect: 02-logits-softmax/logits/shares
# points: 0
def logits(h, w_out):
    z = h @ w_out.T
    p = np.exp(z - z.max(axis=-1, keepdims=True))
    return p / p.sum(axis=-1, keepdims=True)
