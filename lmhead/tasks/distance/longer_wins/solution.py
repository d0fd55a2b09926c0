### BEGIN SOLUTION
h_long = [1, 0]
rows_long = [[1, 0], [2, 2], [3, 6]]
### END SOLUTION
