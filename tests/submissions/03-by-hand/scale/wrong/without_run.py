# expect: 03-by-hand/scale/without-run
# points: 0
grid = np.arange(0, 500) / 100
e = np.exp(np.outer(grid, [2, 1, 1]))
scale = grid[np.argmax(e[:, 0] / e.sum(axis=1) > 0.9)]
