angles = 2 * np.pi * np.arange(3) / 3
every_word = np.column_stack([np.cos(angles), np.sin(angles)])
one_word = np.array([[5.0, 5.0], [1.0, 1.0], [0.0, 0.5]])
no_word = 'c'
