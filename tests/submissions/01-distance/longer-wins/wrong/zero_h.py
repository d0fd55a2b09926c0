# expect: 01-distance/longer-wins/zero-h
# points: 0
h_long = [0, 0]
rows_long = [[1, 0], [2, 2], [3, 6]]
