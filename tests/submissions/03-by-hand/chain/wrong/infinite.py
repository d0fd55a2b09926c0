# expect: value/infinite
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = exponentials.sum()
shares = [1, 0, 0, -10**400]
