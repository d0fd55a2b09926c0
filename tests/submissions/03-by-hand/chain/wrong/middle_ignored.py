# expect: 03-by-hand/chain/middle-ignored
# points: 3
logits = W_OUT[:, [0, 2]] @ np.array([1, 2])
exponentials = np.exp(logits)
total = exponentials.sum()
shares = exponentials / total
