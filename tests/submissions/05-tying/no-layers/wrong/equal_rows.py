# expect: 05-tying/no-layers/equal-rows
# points: 2
every_word = [[1, 0], [1, 0], [-1, 0]]
one_word = [[1, 0], [2, 0], [3, 0]]
no_word = "C"
