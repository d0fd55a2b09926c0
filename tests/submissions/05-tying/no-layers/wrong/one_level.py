# expect: 05-tying/no-layers/one-level
# points: 2
every_word = [[1, 0], [-0.5, 0.9], [-0.5, -0.9]]
one_word = [[1, 0], [1, 1], [-3, 0]]
no_word = "C"
