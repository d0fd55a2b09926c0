# expect: value/not-attempted
# points: 0

