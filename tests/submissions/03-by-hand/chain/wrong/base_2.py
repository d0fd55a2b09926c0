# expect: 03-by-hand/chain/base-2
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = 2**logits
total = exponentials.sum()
shares = exponentials / total
