# expect: value/nan
# points: 0
h_long = [1, np.nan]
rows_long = [[1, 0], [2, 2], [3, 6]]
