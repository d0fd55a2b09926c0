# expect: 03-by-hand/favour-run/too-long
# points: 0
h_run = [-2, 3, -2]
