# expect: 03-by-hand/favour-run/too-short
# points: 1
h_run = [-0.4, 0.4, -0.5]
