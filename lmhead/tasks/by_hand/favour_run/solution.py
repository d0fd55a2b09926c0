### BEGIN SOLUTION
h_run = [-0.8, 0.8, -0.8]
### END SOLUTION
