# expect: value/wrong-count
# points: 0
h_run = [0.8, -0.8]
