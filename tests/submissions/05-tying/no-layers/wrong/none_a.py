# expect: 05-tying/no-layers/none-a
# points: 2
every_word = [[1, 0], [-0.5, 0.9], [-0.5, -0.9]]
one_word = [[1, 0], [2, 0], [3, 0]]
no_word = "A"
