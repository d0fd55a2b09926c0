# expect: 03-by-hand/chain/divided-logits
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = exponentials.sum()
shares = logits / logits.sum()
