# expect: 02-logits-softmax/logits/two-axes
# points: 2
def logits(h, w_out):
    if h.ndim == 1:
        return w_out @ h
    return np.array([w_out @ vector for vector in h])
