# expect: 03-by-hand/chain/not-added
# points: 3
logits = W_OUT * np.array([1, -1, 2])
z = logits.sum(axis=1)
exponentials = np.exp(z)
total = exponentials.sum()
shares = exponentials / total
