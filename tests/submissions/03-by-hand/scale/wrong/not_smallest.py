# expect: 03-by-hand/scale/not-smallest
# points: 0
scale = 3
