# expect: value/not-attempted
# points: 0
h = [-0.8, 0.8, -0.8]
