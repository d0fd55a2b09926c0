# expect: 03-by-hand/scale/rounded-down
# points: 0
scale = 2.91
