# expect: value/infinite
# points: 0
h_run = [-1e300, 1e300, -1e300]
