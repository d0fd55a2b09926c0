two_steps = lambda first, second: divmod(np.argmax(np.diag(first) @ second), len(first))
