# expect: value/not-attempted
# points: 0
h_long = [1, 0]
