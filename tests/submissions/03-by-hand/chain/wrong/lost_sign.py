# expect: 03-by-hand/chain/lost-sign
# points: 3
logits = W_OUT @ np.array([1, 1, 2])
exponentials = np.exp(logits)
total = exponentials.sum()
shares = exponentials / total
