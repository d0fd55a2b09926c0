# expect: value/nearly
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = exponentials.sum()
shares = [0.78, 0.10, 0.10, 0.01]
