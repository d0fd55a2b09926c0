# expect: 01-distance/longer-wins/other-order
# points: 0
h_long = [1, 0]
rows_long = [[1, 0], [3, 9], [2, 3]]
