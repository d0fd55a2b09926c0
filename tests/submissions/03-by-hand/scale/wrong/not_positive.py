# expect: 03-by-hand/scale/not-positive
# points: 0
scale = -2.92
