# expect: 01-distance/longer-wins/two-rows
# points: 0
h_long = [2, 1]
rows_long = [[2, 1], [3, 0]]
