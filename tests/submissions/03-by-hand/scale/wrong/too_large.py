# expect: value/infinite
# points: 0
scale = 1e200
