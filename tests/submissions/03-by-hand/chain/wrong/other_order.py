# expect: 03-by-hand/chain/other-order
# points: 3
logits = [-1, 1, 1, 3]
exponentials = np.exp(logits)
total = exponentials.sum()
shares = exponentials / total
