# expect: function/not-a-number
# points: 0
def chunked_loss(h, w_out, targets, rows):
    z = h @ w_out.T
    z -= z.max(axis=1, keepdims=True)
    return np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(h)), targets]
