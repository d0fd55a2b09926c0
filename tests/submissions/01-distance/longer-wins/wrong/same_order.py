# expect: 01-distance/longer-wins/same-order
# points: 1
h_long = [1, 0]
rows_long = [[1, 6], [2, 2], [3, 0]]
