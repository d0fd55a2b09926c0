# expect: 03-by-hand/favour-run/zero
# points: 0
h_run = np.zeros(3)
