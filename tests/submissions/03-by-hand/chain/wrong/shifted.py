# expect: 03-by-hand/chain/shifted
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits - logits.max())
total = exponentials.sum()
shares = exponentials / total
