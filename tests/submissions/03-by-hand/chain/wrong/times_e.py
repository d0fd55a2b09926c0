# expect: 03-by-hand/chain/times-e
# points: 1
logits = np.array([3.0, 1, 1, -1])
exponentials = np.e * logits
total = exponentials.sum()
shares = exponentials / total
