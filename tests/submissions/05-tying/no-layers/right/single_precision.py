angles = np.linspace(0, 2 * np.pi, 3, endpoint=False)
every_word = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
one_word = np.outer([1, 2, 3], [1, 1])
no_word = "c"
