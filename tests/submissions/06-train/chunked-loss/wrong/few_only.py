# expect: function/raised-at
# points: 3
def chunked_loss(h, w_out, targets, rows):
    assert len(h) < 100, "too long"
    z = h @ w_out.T
    z -= z.max(axis=1, keepdims=True)
    return np.mean(np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(h)), targets])
