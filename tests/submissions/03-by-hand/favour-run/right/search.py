rng = np.random.default_rng(0)
best, h_run = 0, None
for direction in rng.normal(size=(2000, 3)):
    candidate = np.sqrt(2) * direction / np.linalg.norm(direction)
    e = np.exp(W_OUT @ candidate)
    if e[3] / e.sum() > best:
        best, h_run = e[3] / e.sum(), candidate
