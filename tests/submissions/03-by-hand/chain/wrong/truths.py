# expect: value/not-a-number
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = True
shares = exponentials / exponentials.sum()
