greedy = np.argmax
