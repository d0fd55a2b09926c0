# expect: 01-distance/longer-wins/one-direction
# points: 1
h_long = [1, 0]
rows_long = [[1, 0], [2, 0], [3, 0]]
