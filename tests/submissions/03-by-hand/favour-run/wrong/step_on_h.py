# expect: 03-by-hand/favour-run/step-on-h
# points: 0
h = np.array([1.0, 0.0, 1.0])
p = np.exp(W_OUT @ h)
p /= p.sum()
onehot = np.array([0, 0, 0, 1])
h_run = h - (p - onehot) @ W_OUT
