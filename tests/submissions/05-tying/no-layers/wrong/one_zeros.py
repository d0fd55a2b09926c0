# expect: 05-tying/no-layers/zeros
# points: 2
every_word = [[1, 0], [-0.5, 0.9], [-0.5, -0.9]]
one_word = [[0, 0], [0, 0], [0, 0]]
no_word = "C"
