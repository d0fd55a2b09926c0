# expect: 03-by-hand/favour-run/own-row
# points: 0
h_run = W_OUT[3]
