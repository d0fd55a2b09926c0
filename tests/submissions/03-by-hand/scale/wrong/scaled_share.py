# expect: 03-by-hand/scale/scaled-share
# points: 0
scale = round(0.9 / 0.534, 2)
