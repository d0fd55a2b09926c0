# expect: 05-tying/no-layers/zeros
# points: 2
every_word = np.zeros((3, 2))
one_word = [[1, 0], [2, 0], [3, 0]]
no_word = "C"
