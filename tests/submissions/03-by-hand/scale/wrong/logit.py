# expect: 03-by-hand/scale/logit
# points: 0
scale = 5.84
