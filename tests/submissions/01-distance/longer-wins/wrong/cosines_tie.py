# expect: 01-distance/longer-wins/cosines-tie
# points: 1
h_long = [1, 0]
rows_long = [[1, 0], [2, 2], [3, 3]]
