# expect: value/infinite
# points: 0
h_long = [1, 0]
rows_long = [[1, 0], [2, 2], [np.inf, 6]]
