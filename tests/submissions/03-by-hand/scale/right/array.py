grid = np.arange(0, 5, 0.01)
e = np.exp(np.outer(grid, [2, 1, 1, 0]))
scale = grid[np.argmax(e[:, 0] / e.sum(axis=1) > 0.9)]
