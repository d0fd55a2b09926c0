# expect: 03-by-hand/favour-run/own-row
# points: 0
h_run = [0, 2**0.5, 0]
