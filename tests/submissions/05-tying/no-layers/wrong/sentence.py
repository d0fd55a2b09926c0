# expect: value/not-an-option
# points: 2
every_word = [[1, 0], [-0.5, 0.9], [-0.5, -0.9]]
one_word = [[1, 0], [2, 0], [3, 0]]
no_word = "It cannot be."
