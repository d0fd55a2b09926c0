# expect: value/infinite
# points: 0
scale = float('inf')
