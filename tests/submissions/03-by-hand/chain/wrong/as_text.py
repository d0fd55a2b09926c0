# expect: value/not-a-number
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = "25.890"
shares = exponentials / exponentials.sum()
