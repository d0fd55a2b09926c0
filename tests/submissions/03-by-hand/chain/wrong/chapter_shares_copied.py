# expect: 03-by-hand/chain/chapter-h
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = exponentials.sum()
shares = [0.534, 0.197, 0.197, 0.072]
