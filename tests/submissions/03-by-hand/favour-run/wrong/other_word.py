# expect: 03-by-hand/favour-run/other-word
# points: 0
h_run = [1.0, 0.4, -0.5]
