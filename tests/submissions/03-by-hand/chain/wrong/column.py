# expect: value/wrong-shape
# points: 3
logits = W_OUT @ np.array([[1], [-1], [2]])
exponentials = np.exp(logits[:, 0])
total = exponentials.sum()
shares = exponentials / total
