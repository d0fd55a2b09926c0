# expect: value/not-attempted
# points: 0
s = 2.92
