# expect: 03-by-hand/chain/no-exponential
# points: 1
logits = W_OUT @ np.array([1, -1, 2])
exponentials = logits
total = exponentials.sum()
shares = exponentials / total
