# expect: 03-by-hand/favour-run/cat-row
# points: 0
h_run = [1, 0, 1]
