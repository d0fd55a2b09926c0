# expect: 03-by-hand/scale/temperature
# points: 0
scale = 0.343
