# expect: 03-by-hand/chain/base-10
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = 10**logits
total = exponentials.sum()
shares = exponentials / total
