# expect: 01-distance/longer-wins/equal-lengths
# points: 1
h_long = [1, 0]
rows_long = [[0.6, 0.8], [0.8, 0.6], [1, 0]]
