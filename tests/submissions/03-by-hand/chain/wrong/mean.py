# expect: 03-by-hand/chain/mean
# points: 2
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = exponentials.mean()
shares = exponentials / total
