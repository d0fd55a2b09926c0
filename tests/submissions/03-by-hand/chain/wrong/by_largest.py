# expect: 03-by-hand/chain/by-largest
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = exponentials.sum()
shares = exponentials / exponentials.max()
