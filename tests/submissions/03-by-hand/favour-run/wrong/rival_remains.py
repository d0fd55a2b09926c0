# expect: 03-by-hand/favour-run/rival-remains
# points: 1
h_run = [-0.95, 1.0, -0.1]
