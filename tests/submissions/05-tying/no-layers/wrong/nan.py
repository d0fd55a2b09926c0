# expect: value/nan
# points: 2
every_word = [[1, 0], [-0.5, 0.9], [-0.5, -0.9]]
one_word = [[float("nan"), 0], [1, 0], [2, 0]]
no_word = "C"
