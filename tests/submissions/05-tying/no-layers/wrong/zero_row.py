# expect: 05-tying/no-layers/zero-row
# points: 2
every_word = [[1, 0], [-1, 0], [0, 0]]
one_word = [[1, 0], [2, 0], [3, 0]]
no_word = "C"
