# expect: 01-distance/longer-wins/other-cosines
# points: 1
h_long = [1, 0]
rows_long = [[1, 1], [2, 1], [3, 6]]
