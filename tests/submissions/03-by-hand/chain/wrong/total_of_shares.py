# expect: 03-by-hand/chain/total-of-shares
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
shares = exponentials / exponentials.sum()
total = shares.sum()
