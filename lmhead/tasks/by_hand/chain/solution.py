### BEGIN SOLUTION
h = np.array([1, -1, 2])
logits = W_OUT @ h
exponentials = np.exp(logits)
total = exponentials.sum()
shares = exponentials / total
### END SOLUTION
