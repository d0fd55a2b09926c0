# expect: 03-by-hand/scale/vector
# points: 0
scale = [2.92, 0, 2.92]
