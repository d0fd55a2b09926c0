# expect: 03-by-hand/favour-run/four-numbers
# points: 0
h_run = [0.05, 0.10, 0.25, 0.60]
