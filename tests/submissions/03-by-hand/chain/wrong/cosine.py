# expect: 03-by-hand/chain/cosine
# points: 3
h = np.array([1, -1, 2])
logits = W_OUT @ h / (np.linalg.norm(W_OUT, axis=1) * np.linalg.norm(h))
exponentials = np.exp(logits)
total = exponentials.sum()
shares = exponentials / total
