# expect: 03-by-hand/chain/percent
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = exponentials.sum()
shares = [77.580, 10.499, 10.499, 1.421]
