# expect: 01-distance/longer-wins/columns
# points: 0
h_long = [1, 0]
rows_long = [[1, 2, 3], [0, 2, 6]]
