# expect: value/too-large
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = exponentials.sum()
shares = np.zeros(10**8)
