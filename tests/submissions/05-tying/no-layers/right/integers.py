every_word = np.array([[3, 0], [0, 3], [-3, 0]])
one_word = np.array([[1, 1], [1, 2], [2, 3]])
no_word = 'C'
