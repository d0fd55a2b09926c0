# expect: 03-by-hand/scale/too-small
# points: 0
scale = 2.5
