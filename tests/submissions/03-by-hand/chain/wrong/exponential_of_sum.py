# expect: 03-by-hand/chain/exponential-of-sum
# points: 2
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = np.exp(logits.sum())
shares = exponentials / total
