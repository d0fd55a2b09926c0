# expect: 03-by-hand/scale/not-rounded
# points: 0
scale = 2.9171
