h_long = [1, 1]
rows_long = [[1, 1], [4, 0], [-3, 9]]
