# expect: 03-by-hand/chain/chapter-h
# points: 0
h = np.array([1, 0, 1])
logits = W_OUT @ h
exponentials = np.exp(logits)
total = exponentials.sum()
shares = exponentials / total
