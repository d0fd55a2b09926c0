h_long = (0, 5)
rows_long = ((0, 1), (2, 2), (9, 3))
