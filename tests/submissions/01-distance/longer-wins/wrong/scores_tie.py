# expect: 01-distance/longer-wins/scores-tie
# points: 0
h_long = [1, 0]
rows_long = [[1, 0], [1, 2], [1, 6]]
