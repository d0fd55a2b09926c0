logits = W_OUT.astype(np.float32) @ np.array([1, -1, 2], dtype=np.float32)
exponentials = np.exp(logits)
total = np.sum(exponentials)
shares = exponentials / total
