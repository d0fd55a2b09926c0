# expect: 03-by-hand/favour-run/opposite-cat
# points: 1
h_run = -W_OUT[0]
