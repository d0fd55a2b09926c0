# expect: 05-tying/no-layers/three-numbers
# points: 2
every_word = np.eye(3)
one_word = [[1, 0], [2, 0], [3, 0]]
no_word = "C"
