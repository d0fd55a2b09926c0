# expect: 03-by-hand/scale/hundredths
# points: 0
scale = 292
