# expect: value/nan
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = exponentials.sum()
shares = np.array([0.776, 0.105, 0.105, np.nan])
