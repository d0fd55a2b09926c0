# expect: 01-distance/longer-wins/not-positive
# points: 0
h_long = [1, 0]
rows_long = [[-1, 0], [2, 3], [3, 6]]
