# expect: 01-distance/longer-wins/zero-row
# points: 0
h_long = [1, 0]
rows_long = [[0, 0], [2, 2], [3, 6]]
