# expect: 01-distance/longer-wins/not-positive
# points: 0
h_long = [1, 0]
rows_long = [[-3, 0], [-2, 0], [-1, 5]]
