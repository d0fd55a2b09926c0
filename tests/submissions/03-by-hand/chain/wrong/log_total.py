# expect: 03-by-hand/chain/log-total
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = np.log(exponentials.sum())
shares = np.exp(logits - total)
