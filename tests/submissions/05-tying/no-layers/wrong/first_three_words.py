# expect: 05-tying/no-layers/longer-row
# points: 2
every_word = [[1, 0], [0, 1], [3, 1]]
one_word = [[1, 0], [2, 0], [3, 0]]
no_word = "C"
