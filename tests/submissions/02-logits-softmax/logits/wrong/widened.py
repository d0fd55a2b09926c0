# expect: function/widened
# points: 2
def logits(h, w_out):
    z = np.zeros(h.shape[:-1] + (len(w_out),))
    z[...] = h @ w_out.T
    return z
