# expect: 03-by-hand/chain/sum-of-logits
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = logits.sum()
shares = exponentials / exponentials.sum()
